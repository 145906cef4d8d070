import rehypeSanitize from 'rehype-sanitize'
import rehypeStringify from 'rehype-stringify'
import remarkGfm from 'remark-gfm'
import remarkParse from 'remark-parse'
import remarkRehype from 'remark-rehype'
import { unified } from 'unified'
import { textOf } from '../../handler/body-value.ts'
import type { Routes } from '../../handler/route.ts'

export const markdownRoutes: Routes = {
  'POST /markdown': async (context) => {
    const html = await unified()
      .use(remarkParse)
      .use(remarkGfm)
      .use(remarkRehype)
      .use(rehypeSanitize)
      .use(rehypeStringify)
      .process(textOf(context.body['text']) ?? '')

    return { status: 200, bytes: Buffer.from(String(html)), headers: { 'content-type': 'text/html;charset=utf-8' } }
  },
}

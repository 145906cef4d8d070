import { GitHubError } from '../handler/route.ts'

/** One page of a list, and the Link header that leads to the others. */
export function paginate(items: unknown[], url: URL): { page: unknown[]; link: string | undefined } {
  const perPage = Math.min(readCount(url, 'per_page', 30), 100)
  const current = readCount(url, 'page', 1)
  const last = Math.max(1, Math.ceil(items.length / perPage))
  const linkTo = (page: number, rel: string) => {
    const target = new URL(url)
    target.searchParams.set('page', String(page))
    return `<${target.href}>; rel="${rel}"`
  }
  const links = [
    ...(current > 1 ? [linkTo(current - 1, 'prev')] : []),
    ...(current < last ? [linkTo(current + 1, 'next'), linkTo(last, 'last')] : []),
    ...(current > 1 ? [linkTo(1, 'first')] : []),
  ]

  return {
    page: items.slice((current - 1) * perPage, current * perPage),
    link: links.length > 0 ? links.join(', ') : undefined,
  }
}

function readCount(url: URL, name: string, fallback: number): number {
  const value = Number(url.searchParams.get(name) ?? fallback)
  if (!Number.isInteger(value))
    throw new GitHubError(422, `Invalid request.\n\nFor '${name}', the value must be integer.`)

  return Math.max(1, value)
}

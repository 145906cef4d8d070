import { execa } from 'execa'

const root = new URL('../../../', import.meta.url).pathname

/** What `npm run build` writes into `dist/bot`, made anew in a folder. */
export async function buildBot(dir: string): Promise<void> {
  await execa(process.execPath, ['node_modules/rolldown/bin/cli.mjs', '-c', 'rolldown.bot.config.mjs'], {
    cwd: root,
    env: { BOT_DIST: dir },
  })
}

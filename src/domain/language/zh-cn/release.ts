import type { TranslatedText } from '../translation.ts'

/** Titles and notes of releases. */
export const releaseZhCn = {
  'approved by': '批准者',
  ', without {tasks}': '，不含 {tasks}',
  ', {versions} not approved beside them': '，另附未批准的 {versions}',
  'Approved versions for {issue} (plan {plan}): {files}.': '{issue} 的已批准版本（计划 {plan}）：{files}。',
  '**Proof.** sha256 of `manifest.json`:': '**凭证。** `manifest.json` 的 sha256：',
  'Shortened to what a release holds; everything is in `manifest.json`.':
    '内容已按发布的长度上限截短；完整内容见 `manifest.json`。',
  '{result}: {statement}': '{result}：{statement}',
  '{n} more in `manifest.json`': '另外 {n} 项见 `manifest.json`',
  'What the issue asked for: {held} of {asked} holds.': '议题的要求：{asked} 项中达到 {held} 项。',
  'What the issue asked for: {held} of {asked} hold.': '议题的要求：{asked} 项中达到 {held} 项。',
  held: '达到',
  '`--public-key` with the App’s key, which its operator gives you, shows who wrote the record.':
    '加上 `--public-key` 和 App 的公钥（由其运维者提供），可确认记录由谁写入。',
  'That key is the App’s, as far as this page says; whoever may write here could change it, so compare it once with what the App’s operator tells you.':
    '此处给出的是 App 的公钥；有写权限的人都可能改动本页，请与 App 运维者提供的公钥核对一次。',
  '**Check it.** Download all assets into one folder, and there:':
    '**验证。** 把全部附件下载到同一目录，并在其中运行：',
  'This compares every file with what the repository records as approved, and needs git, tar, `sha256sum` and the plain tools of every Unix.':
    '它把每个文件与仓库中记录为已批准的内容逐一比较，需要 git、tar、`sha256sum` 和 Unix 的基本工具。',
  'Whether the App wrote that record, and what was taken back since, {verifier} shows too: one file for Node 20 or newer. Countersign’s repository and its npm package `countersign` have it in `packages/countersign-verify/`, and so has whoever runs the App; never take it from a release like this one. With it in the same folder:':
    '记录是否由 App 写入，以及此后撤回了什么，还可用 {verifier} 查明：它是单个文件，需要 Node 20 或更新版本，位于 Countersign 的仓库及其 `npm` 包 `countersign` 的 `packages/countersign-verify/` 中，也可向 App 的运维者索取；切勿从这样的发布中获取。放在同一目录后运行：',
  'Whether the App wrote that record, and what was taken back since, {verifier} shows too: one file for Node 20 or newer, from Countersign’s repository:':
    '记录是否由 App 写入，以及此后撤回了什么，还可用 {verifier} 查明：它是单个文件，需要 Node 20 或更新版本，取自 Countersign 的仓库：',
  '{who}, score {score}': '{who}，得分 {score}',
  'version {n}, {role}': '版本 {n}，{role}',
  '**Written by two tasks:** {files}.': '**由两个任务写入：** {files}。',
  '{path} is as {task} left it (version {n})': '{path} 是 {task} 留下的内容（版本 {n}）',
  '{task} {title}: {why}': '{task} {title}：{why}',
  'Which folder of the archive is which': '归档中各目录的内容',
  '{task} {title}, version {n}': '{task} {title}，版本 {n}',
  '{version}, not approved': '{version}，未批准',
  '**Partial.** Not in here:': '**部分导出。** 不包含：',
  '**Left out**, as it only supports the deliverable:': '**已略去**，因为仅辅助交付物：',
  '**Also {versions} besides the approved ones**, under `bundle/_candidates/`, for looking at only.':
    '**除已批准的之外还有 {versions}**，位于 `bundle/_candidates/`，仅供查看。',
} as const satisfies Record<string, TranslatedText>

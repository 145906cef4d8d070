import type { TranslatedText } from '../translation.ts'

/** What is proposed where the App was just installed. */
export const onboardingZhCn = {
  'Set up Countersign': '设置 Countersign',
  'Found here: {found}.': '在这里找到：{found}。',
  'This pull request proposes a configuration (`{configuration}`) and a form for issues (`{form}`). Merge it, change it, or close it.':
    '此拉取请求提议一份配置（`{configuration}`）和一个议题表单（`{form}`）。可以合并、修改或关闭它。',
  'Below are a configuration and a form for issues, to be committed as they are or changed. Close this issue when you are done, or at once.':
    '以下是一份配置和一个议题表单，可以原样或修改后提交。完成后请关闭此议题，也可以立即关闭。',
  'Countersign works here already: put the label `countersign` on an issue, or write `/plan` in it, and it is planned; a person approves the plan. Nothing has to be set up for that.':
    'Countersign 已经可以在这里使用：为议题加上标签 `countersign`，或在其中写 `/plan`，即会为它制定计划；计划由人批准。无需任何设置。',
  'This is proposed once, and never again.': '此提议只出现这一次。',
  '`{form}`: a form that asks for what a plan needs': '`{form}`：询问计划所需内容的表单',
  '`{workflow}`: exports approved work from a job of yours, with an attestation':
    '`{workflow}`：由您的作业导出已批准的工作，并附证明',
  'Copy it by hand if you want it: Countersign asks for no permission to write workflows.':
    '如有需要请手动复制：Countersign 不请求写入工作流的权限。',
} as const satisfies Record<string, TranslatedText>

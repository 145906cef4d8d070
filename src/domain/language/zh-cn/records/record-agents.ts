import type { TranslatedText } from '../../translation.ts'

/** Why an agent or a model can't work here, and how one of them ended. */
export const recordAgentsZhCn = {
  "{span} isn't among those of this server: {models}": '{span} 不在此服务器的模型之中：{models}',
  "its answer doesn't fit: {problems}": '其回答不符合要求：{problems}',
  'it was ended': '它被终止',
  'it gave no answer in its time': '它没有在时限内回答',
  'its answer broke off: {why}': '其回答中断：{why}',
  'no answer: {why}': '没有回答：{why}',
  '`agents.model`: {lack}. Name one of these.': '`agents.model`：{lack}。请指名其中之一。',
  'The model was not asked to the end: {reason}. Once that is settled, `/replan` asks it again.':
    '模型未能完成回答：{reason}。解决之后，用 `/replan` 再次询问。',
  'The model made no plan that can be taken: {reason}. `/replan` asks it again, best with a word on what it got wrong.':
    '模型没有给出可采用的计划：{reason}。用 `/replan` 再次询问，最好附上哪里不对。',
  'Planned by `{by}`, which looked at the repository at `{commit}`.': '由 `{by}` 查看仓库（`{commit}`）后制定。',
  'Line {line} ("{said}") is not planned: {why}': '第 {line} 行（「{said}」）未列入计划：{why}',
  'no reason was given': '没有给出原因',
  '"{said}" is not planned.': '「{said}」未列入计划。',
  '`agents.planner: model` asks a model, and this server has none: whoever runs it names one with `MODELS`. With `auto` or `outline` the issue is planned without.':
    '`agents.planner: model` 要用模型，而此服务器没有：请运维者用 `MODELS` 指定一个。设为 `auto` 或 `outline` 则不用模型制定计划。',
  '`agents.planner: model` (`agents.model: {model}`) asks a model, and this server has none: whoever runs it names one with `MODELS`. With `auto` or `outline` the issue is planned without.':
    '`agents.planner: model`（`agents.model: {model}`）要用模型，而此服务器没有：请运维者用 `MODELS` 指定一个。设为 `auto` 或 `outline` 则不用模型制定计划。',
  "is to use `{model}`, which isn't among those of this server: {models}":
    '应使用 `{model}`，但它不在此服务器的模型之中：{models}',
  "is to use the model `{model}`, which isn't among {models}": '应使用模型 `{model}`，但可用的只有 {models}',
  'has no model on this server: whoever runs it names one with `MODELS` (docs/agents.md)':
    '在此服务器上没有模型：请运维者用 `MODELS` 指定一个（docs/agents.md）',
  'is gone': '已不存在',
  "can't be started: {why}": '无法启动：{why}',
  "isn't installed on this server": '未安装在此服务器上',
  "isn't installed on this server: {install} on the server installs it":
    '未安装在此服务器上：在服务器上用 {install} 安装',
  "{lack}, and isn't installed on this server": '{lack}，且未安装在此服务器上',
  "{lack}, and isn't installed on this server: {install} on the server installs it":
    '{lack}，且未安装在此服务器上：在服务器上用 {install} 安装',
  'it did not start within {n} s': '它没有在 {n} 秒内启动',
  'it did not take the mode {mode_name} within {n} s': '它没有在 {n} 秒内切换到模式 {mode_name}',
  'it ended with no exit code': '它已结束，没有退出码',
  'it ended with exit code {exit_code}': '它已结束，退出码 {exit_code}',
  'it said more than anybody reads': '它的输出多得没有人能读',
  'The issue spells out no command for {task}.': '议题没有为 {task} 写明命令。',
  'The script that begins with `{first}` {did}': '以 `{first}` 开头的脚本{did}',
  'was stopped after {seconds} s': '{seconds} 秒后被停止',
  'was ended at its deadline after {seconds} s': '{seconds} 秒后到达时限而被终止',
  'was ended after {seconds} s': '{seconds} 秒后被终止',
  'failed with exit code {exit_code}': '失败，退出码 {exit_code}',
  'the {adviser} was not asked, since the model {lack}': '没有请{adviser}，因为模型 {lack}',
  'the {adviser} was not asked to the end: {reason}': '{adviser}未能完成：{reason}',
  'the {adviser} gave no answer that can be taken: {reason}': '{adviser}没有给出可采用的回答：{reason}',
  'plan reviewer': '计划评审',
  feasibility: '可行性评估',
  splitter: '任务拆分',
  'there is no room on the disk': '磁盘空间不足',
  'this machine can open no more files or processes': '此机器无法再打开文件或进程',
  'What happened here could not be taken in ({happened})': '此处发生的事情无法处理（{happened}）',
  '{n} tries: {why}': '已尝试 {n} 次：{why}',
  '{n} tries': '已尝试 {n} 次',
  'this App is not installed on `{repository}` any more': '此 App 已不再安装于 `{repository}`',
  'The repository was transferred, or the App was taken off it. Nothing is lost: the records are on its branch, and the work goes on by itself once the App is installed there':
    '仓库已被转移，或 App 已从中卸载。没有任何丢失：记录都在其分支上，在那里安装 App 之后工作会自动继续',
} as const satisfies Record<string, TranslatedText>

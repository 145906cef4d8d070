/** Commands in Chinese, each as the English one that it is; the first of a command is the one that help names. */
const names: Readonly<Record<string, readonly string[]>> = {
  plan: ['计划', '规划', '制定计划'],
  tune: ['调优'],
  answer: ['回答', '答复'],
  replan: ['重新计划', '重新规划'],
  split: ['拆分'],
  approve: ['批准', '通过', '同意'],
  reject: ['拒绝', '驳回'],
  retry: ['重试'],
  waive: ['豁免'],
  assign: ['指派', '分配'],
  pause: ['暂停'],
  resume: ['继续', '恢复'],
  stop: ['停止', '终止'],
  status: ['状态', '进度'],
  list: ['列表'],
  config: ['配置'],
  doctor: ['诊断'],
  export: ['导出', '发布'],
  help: ['帮助'],
}
const englishOf = new Map(Object.entries(names).flatMap(([name, words]) => words.map((word) => [word, name] as const)))

/** Words that a command may begin its arguments with. */
const firstArguments = new Map([
  ['计划', 'plan'],
  ['测试', 'tests'],
  ['修复', 'fix'],
  ['全新', 'fresh'],
  ['部分', 'partial'],
])

const form = /^(\p{Script=Han}+)[ \t\u3000]*/u
const firstArgument = /^(\p{Script=Han}+)(?=@|[ \t\u3000]|$)/u

/** `批准` of the command `approve`; undefined where there is none. */
export function findChineseName(name: string): string | undefined {
  return names[name]?.[0]
}

/**
 * What follows the slash of a line, with a command in Chinese as the English one: `批准 T1`, and `批准T1`, are `approve T1`.
 * A name that more Chinese follows without a space is left as it is, and may be anything.
 */
export function readChineseCommand(text: string): string {
  const [head = '', word = ''] = form.exec(text) ?? []
  const name = englishOf.get(word)
  if (name === undefined) return text
  const rest = text.slice(head.length)
  if (rest === '') return name
  // A mark behind the name is read as behind an English one.
  if (head === word && /^[。，、；：！？….,:;!?]/.test(rest)) return `${name}${rest}`
  return `${name} ${rest.replace(firstArgument, (said) => firstArguments.get(said) ?? said)}`
}

/** The command whose name begins a word that is none: `批准吧`. */
export function suggestForChinese(text: string): string | null {
  const word = form.exec(text)?.[1] ?? ''
  const known = [...englishOf.keys()].filter((one) => word.length <= one.length + 3 && word.startsWith(one))
  const longest = known.toSorted((one, other) => other.length - one.length)[0]
  return (longest === undefined ? undefined : englishOf.get(longest)) ?? null
}

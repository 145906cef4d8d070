import { anyOf } from '../../text/any-of.ts'

/** Words of checkable statements, English and Chinese; each list is one group of a pattern read in any letter case. */
export const checkWords = {
  passes: anyOf([
    'passes',
    'pass',
    'succeeds',
    'runs',
    'works',
    'exits(?: with)?(?: code)? 0',
    '(?:全部|均|都|应|能|可以?)?(?:通过|成功|运行成功)',
    '(?:的)?退出码(?:为|是)\\s?0',
  ]),
  run: anyOf(['run', '运行', '执行']),
  exists: anyOf(['exists', 'is (?:there|present)', '(?:文件)?(?:应|已经?)?(?:存在|创建|生成)']),
  contains: anyOf([
    'contains',
    'says',
    'mentions',
    'includes',
    '(?:中|里)?(?:应|要)?(?:包含|含有|写有|提到)(?:文本|字符串|内容)?',
  ]),
  matches: anyOf(['matches', '(?:应|要)?(?:匹配|符合)(?:正则|模式)?']),
  parses: anyOf([
    '(?:parses|is valid (?:json|yaml|toml))(?: as (?:json|yaml|toml))?',
    '(?:能|可以?)(?:被)?(?:正确)?解析',
    '(?:是|为)(?:有效|合法)的?\\s*(?:json|yaml|toml)',
  ]),
  atMost: anyOf(['is\\s+(?:at most|no more than|smaller than|under|below)', '不超过', '不大于', '小于', '至多']),
  file: anyOf(['the file', 'the', 'file', '文件']),
  check: anyOf(['(?:the )?(?:ci )?checks?', '(?:ci\\s*)?检查']),
  isGreen: anyOf(['pass', 'passes', 'is green', 'are green', 'succeeds', 'succeed', '(?:全部|均|都)?(?:通过|为绿色?)']),
} as const

/** In parentheses at a statement's end. */
export const severityWords: Readonly<Record<string, 'minor' | 'major' | 'blocker'>> = {
  minor: 'minor',
  major: 'major',
  blocker: 'blocker',
  次要: 'minor',
  重要: 'major',
  主要: 'major',
  阻断: 'blocker',
  阻塞: 'blocker',
}

export const byteUnits: Readonly<Record<string, number>> = {
  bytes: 1,
  字节: 1,
  kb: 1000,
  kib: 1024,
  mb: 1_000_000,
  mib: 1_048_576,
}

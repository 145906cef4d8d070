import { expectedTitles } from './form-words.ts'

/**
 * The words that carry meaning in an issue, English and Chinese. An entry is a piece of a pattern, read in any letter
 * case; marks are half-width here, since texts are folded (`foldMarks`) before they are held against these.
 */
export const attributeWords = {
  scope: ['scope', 'files?', '修改范围', '范围', '涉及文件', '文件'],
  delivers: ['delivers?', 'deliverable', '交付物', '交付', '产出物?'],
  after: ['after', 'depends on', 'blocked by', '依赖于?', '前置任务', '前置'],
  estimate: ['estimate', 'estimation', '估时', '估算', '预估', '预计', '工时', '工作量'],
  who: ['executor', 'by', 'who', '负责人', '负责', '执行者', '执行人', '执行'],
  tests: ['tests?', '测试命令', '测试'],
  action: ['action', '动作'],
} as const

/** Titles of a plan's own part: whoever writes one says when the work is done. */
export const doneTitles = [
  'acceptance(?: criteri(?:a|on)| checklist| tests?| conditions?)?(?: #?\\d{1,2})?',
  '(?:success|exit|completion) criteria',
  'proofs?',
  'acs?|dod',
  'criteria',
  'done when',
  'definition of done',
  'test(?:ing)? plan|verification (?:plan|steps|criteria)',
  '验收标准',
  '验收条件',
  '验收清单',
  '验收',
  '完成标准',
  '完成条件',
  '完成定义',
  '受け?入れ?(?:条件|基準)|完了(?:条件|の定義)',
  '(?:인수|완료) ?(?:조건|기준)',
  '[Tt]iêu chí (?:nghiệm thu|chấp nhận|hoàn thành)',
  "(?:akzeptanz|abnahme)kriterien|critères d['’](?:acceptation|acceptance)|criterios de aceptación|critérios de aceita(?:ção|ç[aã]o)|criteri di accettazione|критерии при[её]мки",
]

/** Begins a line below the criteria that is none of them: `Out of scope: refunds`. */
export const asides = [
  'out of scope',
  'not in scope',
  'non-?goals?',
  'not included',
  'not part of this',
  'notes?',
  'n\\.?b\\.?',
  '\\(?nit(?:pick)?',
  'see also',
  '(?:primary |secondary )?labels?',
  'assignees?',
  'priority',
  'milestone',
  'sprint',
  'story points?',
  'parent(?: issue)?',
  'related',
  'background',
  '不包括',
  '备注',
]

/** Begins a line of facts about the issue, where a list of criteria has ended. */
export const factLabels = [
  'designs?',
  'mock-?ups?',
  'figma',
  '(?:useful |related )?links?',
  'refs?|references?',
  '(?:time |effort |work )?(?:estimate[ds]?|estimation)',
  'effort|size|points|eta|due(?: date)?|deadline',
  'owner|reporter|reviewers?|contact|team|customer',
  'part of|parent|related(?: to)?|specs?|see also',
  'epic|category|depends on|blocked by|blocks|scope',
  '估时|预估|工时|负责人|截止(?:日期|时间)?|链接|设计稿?',
]

/** What a heading or a label announces. */
export const sectionWords = {
  acceptance: [...doneTitles, ...expectedTitles],
  tasks: [
    'tasks?',
    'task list',
    'plan',
    'to-?\\s?do',
    'work',
    'work items',
    'implementation(?: plan)?',
    'changes',
    'what to do',
    '任务',
    '任务列表',
    '任务清单',
    '子任务',
    '任务拆分',
    '计划',
    '实施计划',
    '实现计划',
    '待办',
    '待办事项',
    '工作项',
  ],
  steps: ['steps', 'how', 'details', '步骤', '做法', '实现步骤', '细节'],
} as const

/** Titles under which people tell what is, was or came out. */
export const reportTitles = [
  '(?:actual|current|observed|existing|wrong)(?: (?:behaviou?r|results?|outputs?|state|situation))?',
  'what (?:actually )?(?:happened|happens|did you (?:see|do|try).*|went wrong)',
  '(?:describe the |bug |problem |issue )?(?:bug|problem|issue|description)',
  '(?:steps to )?(?:reproduc(?:e|tion|ing)|repro)(?: steps)?',
  '(?:relevant |log |console |terminal |error )?(?:logs?|output|errors?|messages?)(?: output| message)?',
  '(?:stack ?traces?|tracebacks?|backtrace|crash report)',
  '(?:(?:additional|more|further) )?(?:context|information|info|details|notes)',
  '(?:environment|background|motivation|screenshots?|versions?|configuration|alternatives.*|history)',
  '(?:expected|diff(?:erence)?) (?:vs\\.?|versus|and|to|from) (?:actual|expected)(?: .*)?',
  '(?:实际|当前|现有|目前)的?(?:行为|结果|表现|输出|情况)',
  '(?:复现|重现)(?:步骤|方法)?',
  '(?:相关|错误|控制台)?(?:日志|输出|报错|报错信息|错误信息|堆栈)',
  '(?:问题描述|背景|环境|环境信息|补充信息|其他信息|截图|版本)',
]

/** Titles under which a diff is meant to be applied. */
export const workTitles = [
  '(?:(?:proposed|suggested|possible|the) )?(?:patch(?:es)?|diff|fix(?:es)?|solution|change)',
  '(?:补丁|修复|修复方案|解决方案|修改方案|改动)',
]

/** Before a criterion on a line of its own: `Acceptance: …`. */
export const criterionWords = [
  ...doneTitles,
  'criterion',
  'expected(?: (?:results?|behaviou?rs?|outputs?|outcome))?',
  'AC-\\d+',
  '(?:预期|期望)(?:结果|行为|的?表现)?',
  '期待(?:する|される)?(?:値|動作|挙動|結果)?',
  '(?:기대|예상) ?(?:값|동작|결과)?',
  'erwartet(?:es (?:verhalten|ergebnis))?|(?:comportement |résultat )?attendu|(?:comportamiento |resultado |comportamento )?esperado|ожидаем(?:ое поведение|ый результат)|ожида(?:ется|лось)',
]

/** Before the ids of what comes first, in a sentence or by themselves. */
export const orderWords = ['after', 'depends on', 'blocked by']
export const orderWordsUnspaced = ['依赖于?', '前置任务', '等待']
/** Behind the ids: `在 T1 之后`. */
export const orderEndings = ['之后', '以后', '完成之?后', '后(?![端续台缀者期])']

/** Between ids. */
export const idJoints = [',\\s*and\\s', ',', '&', '(?<=\\s)and(?=\\s)', '和', '与', '及', '以及']

export const estimateLeads = ['~', 'about', 'estimate', '大约', '约', '预计', '预估', '估计', '估时', '工时', '工作量']

/** Units of estimates, with the person-days of one; a day has 8 hours, a week 5 days, a month 20. */
export const estimateUnits: readonly { words: readonly string[]; days: number }[] = [
  { words: ['person-days?', 'days?', 'd', '人天', '人日', '工作日', '天'], days: 1 },
  { words: ['hours?', 'hrs?', 'h', '小时', '人时', '钟头'], days: 1 / 8 },
  { words: ['minutes?', 'mins?', '分钟'], days: 1 / 480 },
  { words: ['weeks?', 'w', '人周', '周', '星期'], days: 5 },
  { words: ['months?', '人月', '个月'], days: 20 },
]

export const numberWords: Readonly<Record<string, number>> = {
  半: 0.5,
  一: 1,
  二: 2,
  两: 2,
  三: 3,
  四: 4,
  五: 5,
  六: 6,
  七: 7,
  八: 8,
  九: 9,
  十: 10,
}

/** Nobody and nothing, after `After:`. */
export const nothingWords = ['none', 'nothing', '-', '无', '没有']

/** `Final: T5 assembles T1, T2`. */
export const finalWords = {
  lead: ['final(?: deliverable)?', '最终交付物?', '最终'],
  assembles: ['assembles', 'combines', 'is assembled from', '汇总', '组装', '合并', '整合'],
  all: ['all', 'everything', 'the others?', '全部', '所有', '其余', '其他'],
}

/** `/replan drop T3`. */
export const dropWords = [
  'drop',
  'remove',
  'delete',
  'skip',
  'omit',
  'without',
  'leave out',
  '去掉',
  '删除',
  '删掉',
  '移除',
  '不要',
  '取消',
  '跳过',
]

/**
 * Orders and estimates in languages that are not read: these are recognised only to be told. Each stands beside an id,
 * or behind a number.
 */
export const unreadOrderWords = [
  'nach',
  'hängt ab von',
  'abhängig von',
  'après',
  'dépend de',
  'después de',
  'depende de',
  'depois de',
  'dopo',
  'dipende da',
  'после',
  'зависит от',
]
export const unreadOrderEndings = ['の後', 'に依存', 'が終わったら', '이후', '다음', '후에']
export const unreadUnits = [
  'tage?n?',
  'stunden?',
  'wochen?',
  'jours?',
  'heures?',
  'semaines?',
  'días?',
  'dias?',
  'horas?',
  'semanas?',
  'giorn[oi]',
  'or[ae]',
  'дн(?:я|ей|ь)',
  'час(?:а|ов)?',
  '日間?',
  '時間',
  '일',
  '시간',
]

/** "All tests pass", "CI is green": what is asked of the whole, by its noun and what becomes of it. */
export const testNouns = ['(?:test ?suites?|tests?(?: ?cases?| ?suites?)?|specs?)', '(?:测试(?:用例|套件)?)', 'テスト']
export const checkNouns = [
  '(?:ci|ci/cd|checks?|(?:ci )?(?:builds?|pipelines?|jobs?|workflows?|checks?)|github actions|lint(?:er|ing|s)?(?: checks?)?|type ?-?checks?(?:ing)?)',
  '(?:ci|构建|流水线|检查|静态检查)',
]
export const wholeQualifiers = [
  '(?:all|the|of|our|existing|new|old|current|unit|integration|e2e|end-to-end|regression|automated|full|whole|entire|complete|other|required|status|ci|and)\\s',
  '(?:所有|全部|现有|已有|新增|单元|集成|的|全ての|すべての|既存の)',
]
export const wholePasses = [
  '(?:(?:must|should|will|still|all|also|continue to|keep|to)\\s+){0,3}(?:pass(?:es|ed|ing)?|succeeds?|(?:is|are|be|stays?|remains?)\\s+(?:(?:all|still)\\s+)?(?:green|passing|ok|clean))',
  '(?:全部|均|都|应|能|仍|必须|可以?){0,4}(?:通过|成功|为?绿色?)',
  '(?:が|は|も)?(?:すべて|全て)?(?:通る|通ること|パスする|パスすること|成功する)',
]

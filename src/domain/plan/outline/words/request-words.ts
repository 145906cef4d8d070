/** What tells a wish for a change from a question, English and Chinese; pieces of patterns read in any letter case. */

/** Verbs that a change begins with: `Add a flag`, `could you add a flag`. */
export const changeVerbs = (
  'add adjust allow automate develop integrate apply avoid backport bring build bump change clarify clean configure convert correct create cut ' +
  'deduplicate delete deprecate disable document downgrade drop enable enforce ensure expand expose extend extract fix ' +
  'cache escape factor generate group handle inline reorder harden hide ignore implement improve include increase introduce let limit load log lower make ' +
  'mark merge migrate mention modernise modernize move normalise normalize offer optimise optimize parse pin polish port ' +
  'prefer preserve prevent print provide publish raise redesign reduce refactor reject release remove rename reorganise reorganize ' +
  'repair replace report reset resolve respect restore retain restructure retry return reuse revert rework rewrite sanitise sanitize save ' +
  'send separate set show shorten simplify skip sort speed split stop store strip support switch test throw tidy translate ' +
  'treat trim truncate turn unify update upgrade use validate verify warn wrap write ' +
  'adopt align append augment broaden centralise centralize combine compute consolidate decouple detect differentiate discard distinguish ' +
  'eliminate embed emit encapsulate encode enhance exclude flatten forbid give honor honour inject isolate mitigate notify omit ' +
  'persist populate prepend propagate prune recognise recognize reimplement rephrase reword standardise standardize streamline substitute ' +
  'suggest supply suppress swap teach tighten tolerate transform widen ' +
  'annotate assign calculate compare construct customise customize define derive disallow establish fetch generalise generalize ' +
  'initialise initialize invalidate localise localize memoize modify paginate parallelise parallelize permit redefine refine ' +
  'perform revamp overhaul reconnect attempt insert relocate render retrieve revise revoke serialise serialize synchronise synchronize visualise visualize'
).split(' ')

export const changeVerbsChinese =
  '添加 新增 增加 加上 加入 加个 支持 修复 修正 修改 更改 改成 改为 删除 移除 去掉 更新 升级 实现 提供 优化 重构 补充 完善 调整 替换 拆分 迁移 统一'.split(
    ' ',
  )

/** Behind such a verb something is told of what was done already: `更新后无法启动`. */
export const noObjectChinese =
  '(?!(?:之|以)?后|[^,，。]{0,12}(?:之后|以后|后[,，])|完|时|失败|过程|中)(?!.*(?:无法|不能|不了|失败|报错|崩溃|闪退|泄[漏露]|卡死|没反应))'

/** Somebody is asked to do it, or wishes for it. */
export const wishes = [
  'wish (?:you|there|it|we)',
  '(?:please|pls|kindly)',
  "(?<!(?:n't|not) )(?:should|must|ought to|needs? to|has to|have to)(?!n't)",
  '(?:would|might) be (?:\\w+ )?(?:nice|great|good|helpful|useful|cool|awesome)',
  "(?:i|we)(?:'d| would)? (?:want|wish|propose|suggest|love|like to (?:see|have|propose|suggest))",
  "(?:let's|let us|feature request|proposal|it'd be)",
]

export const wishesChinese = '希望 许愿 建议 应该 应当 需要 必须 麻烦 最好'.split(' ')

/** Something is wrong: a report, not a question. */
export const troubles = [
  "(?:doesn'?t|does not|don'?t|do not|isn'?t|is not|aren'?t|won'?t|can'?t|cannot|couldn'?t|no longer|never|fails?|failed|failing)",
  '(?:crash(?:es|ed)?|broken|breaks|bug|typo|regression|incorrect(?:ly)?|wrong(?:ly)?|outdated|missing|denied|denial|lacks?|leaks?|hangs?(?! of\\b)|throws|panics?)',
  '(?:problem|issue)s? (?:where|when|that)',
  '(?:traceback|stack trace|exception|steps to reproduce|expected|actual(?:ly)?|instead of)',
]

export const troublesChinese =
  '报错 崩溃 错误 无法 不能 失败 异常 缺少 缺失 有误 不正确 卡死 复现 堆栈 不生效 没有生效'.split(' ')

/** What only sounds like trouble: the asker doesn't know. */
export const unsure = [
  "(?:i |we )?(?:can't|cannot|couldn't|could not) (?:figure out|find|understand|tell|work out|get my head)",
  "(?:i |we )?(?:don't|do not|didn't) (?:know|understand|get how|see how)",
  "(?:i'm |i am |we're |we are )?(?:not sure|unsure|wondering)",
  "(?:i'm|i am|i got|we're|we are) (?:\\w+ )?(?:stuck|lost|confused|new to)",
  '(?:not (?:really |actually |exactly |necessarily )?(?:an issue|a bug|a feature request)|no bug)',
  "(?:i|we)(?:'d| would)? (?:just |only )?(?:want|wanted|like|need) to (?:know|ask|understand|learn)",
  '(?:i|we) (?:just|only) (?:want|wanted) to (?:make|be) sure(?=[.!]*$)',
]

export const unsureChinese = '不知 不明白 不清楚 不太懂 不懂 没看懂 新手'.split(' ')

/** Words are wanted, not work. */
export const tellings = [
  'explain',
  'tell',
  'advise',
  'point me',
  'let me know',
  'show me',
  'share',
  'help (?:me|us|needed|wanted|with)',
  'help(?:\\s+(?:asap|out|please|urgently))?$',
  'guide me',
  '(?:clarify|suggest) (?:how|what|why|whether|if|which|any|some|a (?:way|solution|fix|workaround))',
]

export const questions = [
  '(?:how|what|why|when|where|who|which|whose)\\b',
  "(?:is|are|was|were|do|does|did|has|have|can|could|may|should|would|will|isn't|aren't|doesn't|don't)\\s+(?:i|we|you|it|this|that|there|the|they|anyone|anybody|someone|somebody)\\b",
  '(?:\\[?question\\]?|help|support|any (?:idea|hint|pointer|advice|suggestion)s?)\\b',
]

export const questionsChinese =
  '请问 请教 求助 想问 想请教 我想知道 想了解 如何 怎么 怎样 为什么 为何 什么是 有没有 是否 能否'.split(' ')

export const thanks = [
  '(?:many )?thanks',
  'thank you',
  'thx',
  'kudos',
  '(?:great|awesome|amazing|nice|good) (?:work|job|project|tool|library)',
  'love (?:this|it(?! if)|your)',
  '(?<!(?:to|must|should|can|will) )keep (?:it |up |(?:on )?\\w+ing\\b)',
  'congrat\\w*',
]

export const thanksChinese = '谢谢 感谢 多谢 辛苦了 太棒了 点赞'.split(' ')

/**
 * What the headings of issue forms and templates announce, in the words of the forms of large projects; English, Chinese,
 * Japanese, Korean. Pieces of patterns for a whole title, which has lost its marks, emoji and what stands in
 * parentheses. The first kind that fits counts.
 */
export const formWords = {
  /** What the author is to look up, promise or offer. */
  promises: [
    '(?:issue |bug |submission |filing |pre-?flight |quick |self |contributor |pr |pull request )*check-?\\s?lists?(?:\\s*[:–-].*)?',
    'terms|is there an existing .*|(?:willingness to )?contribut(?:e|ing|ion)|(?:first|initial|self)[ -]?checks?',
    // Before a release stands what is to be done.
    '(?:before|prior to) (?!.*\\b(?:tag|releas\\w*|merg\\w*|deploy\\w*|launch\\w*|publish\\w*|migrat\\w*|cut(?:ting)?|freeze|go(?:ing)? live)\\b).*',
    '(?:pre-?flight|pre-?requisites?|validations?|verifications?|participation|acknowledge?ments?|guidelines|terms|initial checks?|first checks?|checks?)(?: .*)?',
    '(?:search before asking|(?:community|contributor) notes?|code of conduct|read .*(?:guide|docs|documentation).*)',
    '(?:i|you) (?:agree|confirm|have (?!an?\\b|the\\b)|acknowledge).*',
    '(?:verify|confirm|please (?:confirm|check|read|verify)|have you|did you (?:check|search|read)).*',
    '(?:is there an existing|are you (?:willing|able|going)|would you (?:be|like to|want to)|do you (?:want|intend|plan|wish)|can you (?:help|fix|contribute|submit)).*',
    '(?:your |the )?(?:willingness|will) to .*',
    'contribut(?:e|ing|ion|or)s?(?: .*)?',
    '(?:提问|提交|反馈|发布).{0,4}(?:前|须知|检查).*|(?:请先?|再次)?确认.{0,12}|.{0,6}(?:检查清单|自查|须知|守则|准则)|你(?:愿意|是否愿意|可以).*',
    '(?:事前)?確認(?:事項|項目|チェックリスト)?|チェックリスト|(?:投稿|報告|提出)する?前.*|行動規範',
    '(?:사전 ?)?(?:체크리스트|확인 ?(?:사항|목록)).*',
  ],
  /** What the author was asked to choose from. */
  choices: [
    '(?:issue |bug |request |change |documentation |feature |report )*(?:types?|kinds?|categor(?:y|ies)|areas?|components?|severity|priority|urgency|frequency|reproducibility|labels?|subsystems?|integrations?|regression|breaking changes?|types? of change)(?: (?:level|of .*|affected.*|causing .*))?',
    'affected (?:areas?|components?|packages?|modules?)(?: .*)?',
    '(?:is|was) (?:this|it) a (?:regression|bug|security).*',
    '(?:which|what) (?!.*\\b(?:will|expected?|like|want|should|proposed|problem|bug|happen(?:s|ed)?|wrong|improvement)\\b).*',
    '(?:does (?:this|the|it)|has (?:this|it)|did (?:this|it)|how often|can (?:this|it|you reproduce)|where do you) .*',
    '(?:严重|优先|重要)(?:程度|级别?|度)|(?:问题|缺陷|需求)?(?:类型|类别|分类)|影响(?:范围|模块)|组件|模块',
    '重大度|優先度|重要度|影響範囲|種[類別]|カテゴリ|ラベル|コンポーネント',
    '심각도|우선 ?순위|(?:이슈 ?)?유형|라벨|재현 가능 여부',
  ],
  /** Where it happened. */
  environment: [
    '(?:your |my |system |execution |runtime |server |client |frontend |backend |test |desktop |the )*environments?(?: .*)?',
    '(?:system|platform|device|build|hardware|setup|diagnostics?|binaries)(?: (?:info|information|details|configuration|specs?))?',
    '(?:.{1,60} )?versions?(?: (?:info|information|number|used|affected|tested|in use|of .*|and .*))?',
    '(?:(?:what|which|how are you) .*\\b(?:versions?|browsers?|operating systems?|os|platforms?|arch|adapter|package managers?|node|devices?|databases?|installation|deploying|hosting)\\b.*)',
    '(?:(?:please )?provide|affected|tested|used|last|first) .*\\b(?:environment|versions?|package manager)\\b.*',
    '(?:operating systems?|os|platforms?|browsers?|devices?|desktop|smartphone|mobile|package manager|(?:.{1,20} )?build (?:type|configuration|flavou?r|channel|number)|(?:release )?channel|installation(?: method| type)?|deployment(?: method| type)?|hosting|arch(?:itecture)?|relevant packages|meta|document details|contact details|email|testgrid .*|relevant sig.*|.{1,40} doctor(?: output)?|affected url.*)(?: .*)?',
    '(?:system)?umgebung|environnement|entorno|ambiente|окружение',
    '(?:运行|系统|开发|软件)?环境.*|.{0,12}版本.*|操作系统|浏览器|设备|部署方式|安装方式',
    '(?:実行|動作|開発|発生)?環境.*|バージョン.*|ブラウザ|端末',
    '(?:실행 ?)?환경.*|버전.*|브라우저',
  ],
  /** The author wants to know something. */
  question: [
    "(?:your |the |my |ask (?:your|a) )?questions?|(?:what(?:'s| is) (?:your|the) question|how can we help|what do you need help with).*",
    '(?:你的|您的)?(?:问题咨询|疑问|提问)|質問(?:内容)?|질문(?: 내용)?',
  ],
  /** How to see it happen. */
  reproduction: [
    'str',
    '(?:bug )?(?:(?:steps?|how|code|link|a link|minimal|please provide a link) )?(?:to )?(?:a |the |minimal )*(?:reproduc\\w*|repro|recreate|mre|mcve|test ?case)(?: .*)?',
    '(?:minimal|code|example|sample|usage|yaml|testcase)(?: \\w+){0,3} (?:sample|example|snippet|project|repository|code|link|url|output|.*reproduc.*)(?: .*)?|code|sample code|playground.*|sandbox.*|example|please provide the exception.*',
    '(?:what|which|how|can|could|please)\\b.{0,60}\\b(?:reproduc|replicat|recreat)\\w*(?: .*)?',
    'if the current behaviou?r is a bug.*|issue description and steps.*|what were you (?:trying to do|doing).*|what did you do',
    'schritte (?:zur|zum) reprodu.*|étapes (?:pour|de) reprodu.*|p(?:asos|assos) para reprodu[cz]ir.*|шаги .*воспроизв.*',
    '(?:如何|最小)?(?:复现|重现)(?!.*版本).*|示例代码|再現.*|発生条件|재현.*',
  ],
  /** What is or was to be seen. */
  report: [
    '(?:actual|current|observed|existing|wrong)(?: (?:behaviou?r|results?|outputs?|outcome|state|situation))?',
    'what (?:do|did) you (?:actually )?(?:see|get|observe)(?: instead)?.*',
    "what(?:'s| is| was| did)? (?:actually |currently |the |(?:bug|problem|issue|actual|current) ?)*(?:happen(?:s|ed|ing)?|did you see|went wrong|goes wrong|wrong|behaviou?r|result|problem|bug|(?:documentation )?issue).*",
    "what (?:is|are|does|do|did)(?: not|n't) (?:work(?:ing)?|right|correct)(?: .*)?",
    '(?:please )?describe (?:the |your )?(?:bug|issue|problem)(?: .*)?',
    "what (?:can(?:'t|not)|couldn't|are you unable to|were you unable to) (?:you )?(?:do|achieve|accomplish)?(?: .*)?",
    '(?:bug|problem|issue|crash|error|failure)s?(?: (?:description|summary|report|details|messages?|outputs?))?|the (?:bug|problem|issue)',
    '(?:expected|diff(?:erence)?) (?:vs\\.?|versus|and|to|from) (?:actual|expected)(?: .*)?',
    '(?:relevant |log |console |terminal |error |debug |command |full )*(?:logs?|outputs?|stack ?traces?|tracebacks?|backtrace|exception)(?: .*)?',
    '(?:reason for failure|failure message|vulnerab.*|details and poc)(?: .*)?',
    '(?:问题|缺陷|错误|描述)(?:描述|现象|问题|详情)?|(?:实际|当前|现有|目前)的?(?:行为|结果|表现|输出|情况)(?:是什么)?|(?:相关|错误|控制台|额外的)?(?:日志|报错|堆栈).*',
    '(?:tatsächlich|aktuell)(?:es (?:verhalten|ergebnis))?|обнаружено|实际|実際|실제|fehlerbeschreibung|(?:comportement|résultat) (?:actuel|observé|obtenu)|(?:comportamiento|resultado|comportamento) (?:actual|real|atual)|(?:фактическ|текущ)(?:ое поведение|ий результат)',
    '実際の.*|(?:不具合|バグ|問題)(?:の(?:説明|内容|詳細|概要))?|(?:エラー)?ログ|詳細症状',
    '(?:버그|문제|이슈) ?(?:설명|내용)?|실제 ?(?:동작|결과)',
  ],
  /** What is asked for. */
  wanted: [
    '(?:please )?describe (?:the |your |a )?(?:solution|feature|proposal|enhancement|idea|request|change|improvement)(?: .*)?',
    "what (?:i|we)(?:'d| would)? (?:like|want|need|wish|propose)(?: .*)?|(?:my |our )?wish(?:es|list)?",
    '(?:the |your )?(?:propos(?:ed|al)|suggest(?:ed|ion)|wanted|desired|preferred|possible|ideal|requested)s?(?: (?:solutions?|changes?|features?|api|fix(?:es)?|enhancements?|improvements?|implementation|outcome|content|syntax|design|details|behaviou?rs?|for .*|to fix.*))?',
    '(?:what|which) (?:would|do|does|should|is|are|needs?|changes?) ?(?:the |it |you |we |to )*(?:propos|like|want|see|wish|suggest|be (?:added|changed|done|different)|change|add|improvement|feature|it do(?:es)?|happen).*',
    'how (?:would|do|should) (?:you|we) (?:like|want|see|imagine|envision) (?:it|this|that|the .{1,40}?) (?:to )?(?:work|behave|look|be|function)(?: .*)?|how should (?:it|this|that) (?:work|behave|look|be)(?: .*)?|how (?:could|can|should|might|would) (?:this|it|that) be (?:improved|better|fixed|solved|done|changed)(?: .*)?',
    'what will (?:the |your )?.* (?:do|be|look like) (?:after|once|when|with) .*',
    '(?:feature|enhancement|improvement|change|task|new feature)s?(?: (?:requests?|descriptions?|summary|details))?|requests?|solutions?|goals?|objectives?|requirements?|detailed design|what(?: it does)?',
    '(?:recommend(?:ation|ed .*)|remediation|mitigation|patch|fix|resolution|how to fix)',
    '(?:请)?(?:描述|你|您).{0,8}(?:方案|功能|需求|解决|希望|期待).*|(?:功能|需求)(?:描述|说明|建议)?|(?:解决|修改|实现|建议)的?方案|(?:功能)?建议|修复建议',
    '(?:你|您)?(?:期望|建议|希望)的.{1,12}是(?:什么|怎).*',
    '提案(?:内容)?|要望(?:内容)?|機能(?:の)?(?:説明|概要|要望|提案)|(?:実現|や)(?:し|り)たいこと|解決(?:策|案|方法)',
    '(?:기능|제안|요청)(?: ?(?:설명|내용|사항))?|해결 ?(?:방안|방법|아이디어).*',
  ],
  /** Why, what else, and what it looks like. */
  context: [
    '(?:explicitly |currently )?(?:out of scope|not in scope|out-of-scope|non-?goals?)(?: .*)?',
    '(?:motivation|background|rationale|blocked by|blockers?|depends on|dependencies|benefits?|why.*|use ?cases?|prior art|history|implementation history|(?:possible |known |current |temporary )?workarounds?|drawbacks|unresolved questions|open questions|impact|advantages?|benefits?|references?|links?|resources|notes?|about .*|related.*|alternatives?.*|(?:describe|what) (?:the )?alternatives.*|(?:explicit |stated )?non-?goals|guard-?rails)(?: .*)?',
    '(?:possible |probable |likely |suspected )?(?:root )?causes?|what (?:could|might|may|do you think)\\b.*\\bcaus.*',
    '(?:please (?:add|mention|provide|share) )?(?:additional|further|more|other|any (?:other|additional)|anything|is there any(?:thing| context)).*|context|information|screenshots?.*|pictures?|videos?|media',
    '(?:is|does) (?:your|this) (?:feature |issue )?(?:request |feature )?(?:related|help).*|(?:what|which) problem (?:does|would|will|do).*|(?:clear and concise )?(?:description of )?the problem|problem statement|what are you trying to .*|user stor(?:y|ies)|definition of ready',
    '(?:这个|该)功能(?:解决|能).{0,8}什么.*',
    '.{0,4}背景|动机|补充.*|其他.*|截图.*|替代方案.*|(?:你|您)考虑过.*|补充内容.*',
    '補足.*|その他.*|スクリーンショット.*|動機|代替.*|参考.*|関連.*',
    '스크린샷.*|기타.*|추가.*|참고.*',
  ],
} as const

/** Further titles of what is expected, which is read as acceptance. */
export const expectedTitles = [
  "what(?:'s| is| was| were)? (?:the |you |your )?(?:expected|expectations?|expecting)(?: .*)?",
  "what(?: [\\w']+){1,4} you (?:have )?expect(?:ed|ing)?(?: .*)?",
  'what (?:should|would) (?:have )?happen(?:ed)?(?: instead)?',
  '(?:your )?expect(?:ed|ation)s?(?: (?:results?|behaviou?rs?|outcomes?|outputs?))?',
  '(?:intended|correct|desired|wanted) (?:behaviou?rs?|results?|outcomes?|outputs?|state|diagnostics?|message)',
  '(?:你|您)?(?:期望|预期|期待)(?:的|得到的?)?(?:结果|行为|表现|输出|效果|现象)?(?:是什么)?|期许目标',
  '期待(?:する|される|していた|した)?(?:値|動作|挙動|結果|振る舞い)?|あるべき姿',
  '(?:예상|기대)(?:되는|하는|한)? ?(?:동작|결과)',
  'erwartet(?:es (?:verhalten|ergebnis))?|(?:comportement |résultat )?attendu|(?:comportamiento |resultado |comportamento )?esperado|ожидаем(?:ое поведение|ый результат)|ожида(?:ется|лось)',
]

/** Sentences that templates print, and what stands where nobody wrote anything. */
export const templateSentences = [
  '\\W*(?:converted|migrated|imported|ported) from \\[?(?:\\w+ ){0,3}(?:issue|bug|ticket|tracker)\\b.*|\\W*originally (?:reported|submitted|posted|filed|opened|created) (?:by|on|at|in)\\b.*|bugzilla bug id\\b.*|note: the issue was created automatically\\b.*',
  'original issue (?:reported|created|opened|filed) (?:on|by|at)\\b.*|issue (?:migrated|moved|imported) from\\b.*|\\(?no text was entered .*|.{0,40}\\bauto(?:matically)?[- ](?:created|generated)\\b.*',
  '(?:a href=\\S+ .{1,300} )?(?:issue|comment|ticket|pull request) by \\[.{0,300}|\\[.{1,200} included the following code\\b.*|originally opened as\\b.*|from \\[.{1,200} on \\w+ \\d{1,2}, \\d{4}\\b.{0,20}|original (?:issue|ticket):? https?:.*|attachments?: ?\\[.*|(?:mon|tues|wednes|thurs|fri|satur|sun)day,? \\w+ \\d{1,2},? \\d{4}(?: at .{1,20})?',
  '(?:there is an? .{0,30}open bounty|want to back this issue|(?:place|post|add to) (?:an? |the )?bounty|we accept bount(?:y|ies))\\b.*',
  'original (?:comment|issue|report|ticket)\\b.{0,60}\\bby\\b.{0,100}|(?:reported|submitted|opened|created|posted|filed|requested) by:? (?:[@[].{1,200}|\\S+(?: \\S+){0,2} (?:on|at) .{1,40})',
  '(?:\\w+: )?please (?:click|use|vote|react|add|give)\\b.{0,60}(?:\\breactions?\\b|:\\+1:|👍|\\bthis issue\\b).*|please do not leave .{0,60}comments?\\b.*|if you are interested in working on this issue\\b.*',
  'please list the \\w+ as a list\\b.*',
  '(?:please )?(?:enter|write|provide|give|put|insert) (?:a |any |your |the )*(?:clear|concise|(?:answer|description|text|summary) here)\\b.*',
  '(?:a )?(?:clear|short|brief|concise)(?: and (?:clear|concise))? (?:description|summary|explanation|overview) (?:of|what|about).*',
  'if applicable,? add (?:screenshots|logs).*|add any other (?:context|information).*',
  '(?:please )?(?:tell us|describe|explain) (?:(?:here|in detail|briefly|what you|how you|why you|(?:the |your )?(?:bug|issue|problem|feature|request|solution|steps|behaviou?r))\\b.{0,160}|what (?:happened|happens|the (?:bug|issue|problem|feature|behaviou?r) (?:is|was)))',
  'steps to reproduce(?: the behaviou?r)?',
  '(?:please )?(?:upload|attach|paste|drop|drag|insert) (?:the |your |any |a )?(?:\\w+ ){0,4}here\\b.*',
  '(?:a|the) (?:set|list) of (?:assumptions|conditions|criteria|requirements|statements|tests)\\b.*',
  "(?:please |also |and )*(?:include|mention|specify|state|list|attach|paste|provide|post)\\b.{0,80}\\b(?:you(?:'re| are)|your)\\b.{0,80}",
  '(?:please )?(?:open|use|see|check) .{0,40}\\bto (?:see|find|get|look up)\\b.{0,40}\\bversion\\b.{0,120}',
  '(?:please )?(?:answer|fill (?:in|out)|complete|check|read|follow) .{0,80}\\b(?:before|prior to|when) (?:you )?(?:submit|open|fil|creat|report|post)(?:ting|ing|t)?\\b.*',
  'what (?:did you do|did you (?:expect to )?see(?: instead)?|version of .{1,60} are you using.{0,60}|operating system .{0,60} are you using.{0,60})\\?',
  '(?:if possible,? )?provide a (?:recipe|minimal|small|complete).*|a (?:complete|minimal|small|runnable)\\b.{0,60} is (?:good|best|ideal)|a link (?:on|to) .{1,40} is (?:best|good|ideal)',
  "go to '\\.+'.*|click on '\\.+'.*|scroll down to '\\.+'.*|see error",
  "ex\\. i'm always frustrated when.*|ex(?:ample)?[.:]? .{0,60}\\[\\.\\.\\.\\].*",
  'what behaviou?r (?:were you expecting|did you actually).*',
  'what (?:should|did) (?:happen|you (?:expect|see))\\?',
  '(?:replace|delete|remove|fill in|edit) this (?:text|section|line|part).*',
  '(?:please )?fill (?:in|out) the following .*|if (?:the|this|your) (?:bug|issue|problem) .{0,80}please (?:click|attach|paste|upload|include|follow)\\b.*',
  'use this (?:section|template|form).*|thanks? (?:you )?for (?:taking|filing|reporting|creating|opening).*',
  '(?:请|在此|清晰|简要|简洁|详细)(?:地|而)?.{0,20}(?:描述|说明|填写|补充|提供).{0,12}(?:问题|缺陷|bug|需求|步骤|环境|信息|你|您|内容|情况|日志|截图).{0,40}',
  '.{0,60}(?:記入|説明|記載|入力)して(?:ください|下さい).*',
  '.{0,60}(?:설명|작성|입력)해 ?주세요.*',
]

/** Nothing, said with a word. */
export const nothingSaid = [
  '(?:acceptance )?(?:criteri(?:a|on)|requirement|condition) ?#?\\d{1,2}|(?:this is an? )?(?:in)?complete task|something|(?:a |an |my )?(?:sample|example|first|second|third|dummy) (?:sub)?(?:task|item)|(?:sub)?(?:task|item) ?#?\\d{1,2}|(?:your|another) (?:task|item)|do (?:this|that)(?: do that)?|no response|n/?a|none|nothing|no|not applicable|unknown|\\?+|x{2,}|tb[acd]|to be (?:defined|determined|decided|confirmed|discussed|announced|added|done|written|filled(?: in)?)|(?:still )?(?:open|pending|wip|todo)|coming soon|待定|待补充|noch offen|à définir|a definir|por definir|see (?:above|below|title|description)|same as (?:above|title)|as (?:above|described)|同上|如上|见上|如题|无|暂无|没有|なし|特に?なし|없음|不明',
]

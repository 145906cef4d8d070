/** How people say what should be so; English, Chinese, Japanese, Korean, and the usual verbs of some European languages. Pieces of patterns read in any letter case. */
export const expectations = [
  '^wish (?:you|there|it|we)\\b',
  '^ideally,? \\w',
  '^(?:to )?be able to \\w',
  "^(?:the |an? )?(?:one |only |main )?(?:feature|thing|functionality|option)s? (?:that )?(?:i|we)(?:'m| am|'re| are)? (?:really )?(?:looking for|missing|miss|need|want|would like)\\b.{0,60}? is (?:the|an?|to)\\b",
  '\\b(?:my|our|one|the) (?:only )?(?:suggestion|proposal|request|wish|feature request) (?:would be|is) (?:that|to|mak(?:e|ing)|add(?:ing)?|hav(?:e|ing)|allow(?:ing)?|us(?:e|ing)|provid(?:e|ing))\\b',
  '^(?:i|we) (?:really |also |would )?(?:need|require) (?:an?|some|more) (?!help|hand|hint|advice|quick|urgent|lot|fix|solution|tutorial|explanation|clarification|code ?review|decision|discussion)\\w',
  '^needs (?:\\d|an? (?!fix|hand|help)|to (?:be|have|support|show|handle|allow) )',
  '^an? (?:\\w+ )?(?:nice|good|great|useful|cool|helpful|handy|killer) (?:\\w+ )?(?:feature|addition|extra|option|improvement|thing|enhancement)\\b.{0,80}\\bwould be\\b',
  '^(?:will|would) (?:want|like|need) to (?!know|ask|see if|check|discuss)\\w',
  "\\b(?:i|we)(?:'d| would) (?:much |really )?prefer\\b",
  "(?:^|, )(?:i|we)(?:'d| would) (?:really |also |much |greatly )?(?:appr\\w{2,8}ate|welcome) (?:an?|the|having|some|more|if)\\b",
  "^(?:so,? |hence,? |therefore,? )?(?:i|we)(?:'d| would)? (?:like to )?(?:suggest|propose|recommend|request)(?: \\w+ing\\b|\\s*[:：]$)",
  '^what (?:i|we) (?:might |may |could |would )?(?:want|need|like)(?: to (?:have|do))? is\\b',
  "\\b(?:it|this|that)(?: would|[’']d) make (?:more |much )?sense to\\b",
  '(?:^|, )have (?:the|an?|it) (?:[\\w-]+ ){1,4}?(?:be able to|return|show|output|print|accept)\\b',
  '^(?:this|the) (?:issue|feature request|feature|request|proposal|rfc|ticket|task) (?:(?:proposes|suggests|asks|requests) (?:to|for|that|about)|is (?:to|that))\\b',
  "(?<=\\w{3} )(?<!\\b(?:i|we|you|they|users?|people|not|don[’']t) )needs? (?:an?|their own|its own) \\w",
  "(?:i|we|one|you|users?|people)(?:'d| would| had| have)?(?: \\w+)? expect(?:s|ed)?\\b",
  '(?<!\\b(?:as|than) )\\bexpect(?:ed|ation)?(?: (?:results?|behaviou?rs?|outputs?|outcome))?\\s*(?:is|are|was|would be|:)',
  '(?<!\\b(?:as|than) )\\bexpected,? (?:to|that|was|it|the|an?|[`"“\'\\d[{])',
  "\\b(?:should|must|shall)(?:n't| not)?\\b|\\b(?:ought|supposed|needs?|has|have) to\\b",
  '\\b(?:advised|recommended|encouraged|urged) to\\b',
  "(?:\\b(?:would|will|may|might)|['’]ll|['’]d) (?:be|also be) (?:\\w+ ){0,2}(?:nice|great|good|helpful|useful|cool|awesome|better|handy|lovely|convenient|appreciated)\\b",
  "(?:i|we)(?:'d| would) (?:really )?(?:love|like) (?:to (?:see|have|be able|able|propose|suggest|request)|for|that|if|it|the|a|an|we|i)\\b",
  '\\bwould (?:\\w+ )?benefit from (?:having |adding )?\\w',
  "(?:i|we)(?:'d| would|'ll| will)? (?:really )?(?:(?:want|wish|propose|suggest) (?:to (?:see|have|be able|able|propose|suggest|request)|for|that|if|it|the|a|an|we|i)|(?:love|like) (?:to (?:see|have|be able|able|propose|suggest|request)|if))\\b",
  '\\b(?:target|goal|aim|ideal(?:ly)?|idea|desired \\w+) (?:is|would be|should be)\\b',
  '^(?:the |our |initial |first |overall )*(?:target|goal|aim|objective)s?\\s*:',
  "(?:let's|it'd be|feature request:(?! (?:der|die|das|el|la|le|il|o|os) )|proposal:|suggestion:|my (?:wish|idea):)|(?:^|: )let (?:me|us|users) (?!know|explain|show|tell)",
  "\\b(?:ich|wir) (?:hätten?|möchten?|würden?|wünschen?)\\b(?!.*\\b(?:wissen|fragen)\\b)|\\b(?:j['’]aimerais|je (?:voudrais|souhaite(?:rais)?)|nous (?:aimerions|souhaitons|voudrions))\\b(?!.*\\b(?:savoir|demander)\\b)|\\b(?:me gustar[ií]a|quisiera|gostar(?:ia|íamos)|vorre(?:i|mmo)|mi piacerebbe|ik zou graag)(?![a-zà-ÿ])(?!.*\\b(?:saber|preguntar|sapere|weten)\\b)",
  '\\b(?:devrai(?:t|ent)|il faudrait|serait (?:bien|utile|pratique|sympa|génial)|(?:sollten?|müssten?|erwarte)\\b|wäre (?:schön|gut|hilfreich|toll|praktisch|super)|deber[ií]an?\\b|\\bdeben? (?!ser (?:corregid|arreglad|solucionad))|\\bdevem? (?!ser (?:corrigid|resolvid|arrumad|consertad))|tendr[ií]an? que|ser[ií]a (?:genial|bueno|útil|ideal|interesante|estupendo)|deveriam?\\b|seria (?:bom|ótimo|útil|legal|interessante)|dovrebbe(?:ro)?\\b|sarebbe (?:utile|bello|comodo))',
]

export const expectationsUnspaced =
  '希望 许愿 跪求 应该 应当 应为 应能 应补充 应说明 应显示 应返回 应提供 应支持 应增加 应添加 应使用 应改 期望 预期 建议 最好 必须 需要能 べき はずです はずだ はず。 してほしい て欲しい してください されるように 期待 해야 되어야 어야 아야 여야 좋겠 должен должна должно должны ожидается хотелось'.split(
    ' ',
  )

/** Words, thought or a look are asked for, not a change. */
export const talks = [
  '\\b(?:give|share|provide|offer) (?:me |us )?(?:any|some|an?) (?:suggestions?|advice|hints?|ideas?|pointers?|examples?|help|info\\w*)\\b',
  "(?:\\b(?:let's|let us|(?:we|i) (?:should|must|need to|have to|ought to|could|can)|(?:could|can|would|will) (?:you|we|somebody|someone|anybody|anyone))) (?:\\w+ ){0,4}?(?:talk|discuss|think about|think|decide|meet|sit|agree|sync|figure|revisit|chat|brainstorm|investigate|explore|verify|look (?:at|into))\\b",
]

/** What somebody has to do today, and would rather not. */
export const toils = [
  '\\b(?:has|have|had|needs?|needed) to (?!be able|be \\w+ed to\\b)[^;]*(?<!instead of |rather than |without )\\b(?:manually|by hand|every single|over and over|again and again|one by one)\\b',
  '\\b(?:irritating|annoying|tedious|cumbersome|painful|frustrating|hard|difficult|inconvenient|weird|silly|bad|a pain) (?:for \\w+ )?to (?:always )?(?:have|need) to\\b',
  '\\b(?:i|we|you|one|users?|people|every(?:one|body)|(?:some|any)(?:one|body)) (?:\\w+ )?(?:has|have|had|needs?|needed) to (?!be able)[^;]*\\b(?:each|every) time\\b',
]

/** What only sounds like it: of the report, of its author, of nothing in particular. */
export const noExpectations = [
  "\\b(?:should|would)(?: not|n't) be (?:too |very |that |so )?(?:difficult|hard|complicated|complex)\\b|\\bis another (?:question|matter|story)\\b",
  '\\bneeds? to (?:decide|discuss|figure out|find out|investigate|think about|determine (?:whether|if|how)|consider (?:how|whether|if))\\b',
  "\\b(?:i|we)(?:'d| would|'m| am|'re| are|'ll| will)? (?:also )?(?:be )?(?:willing|happy|glad) to\\b|\\bi have (?:the|a) need to\\b",
  '\\bthis (?:issue|ticket|task)s? (?:needs?|has|must|should) (?:to )?(?:be )?(?:\\w+ )?(?:defined|refined|discussed|clarified|specified|estimated|groomed|split|triaged|assigned|closed|reopened)\\b',
  '\\b(?:might|may) (?:also )?be (?:\\w+ ){0,2}(?:useful|helpful|handy|convenient|good|better)\\b(?! (?:if|to)\\b)',
  '^(?:please|pls|kindly) (?:see|find attached|note|refer|have a look|take a look|look at|watch|check ?out|clone|download|reproduce|visit|excuse|forgive|bear with)\\b',
  '^(?:we|i)\\b.{0,60}?\\b(?:need|have|should|must) (?:to )?(?:continue to )?(?:prioriti[sz]e|focus on|coordinate|align on|monitor|keep (?:an eye|track of|in mind))\\b',
  '\\b(?:may|might|could) (?:also )?(?:need|have) to\\b',
  '\\b(?:often|usually|typically|generally|frequently) (?:needs?|has|have) to\\b',
  '\\b(?:should|must|would) be (?:\\w+ )?(?:easy|simple|trivial|straightforward|quick|doable|possible) (?:enough )?to (?:implement|do|add|fix|solve|support|build|reproduce)\\b',
  "\\b(?:that|this|it)(?:'s| is) (?:also |totally )?(?:okay|ok|fine|acceptable|optional|not needed)\\W*$",
  '\\b(?:some|any) ?(?:one|body) (?:\\w+ ){0,3}(?:can|could|would|is|will)? ?(?:\\w+ ){0,2}(?:help|assist|kind|guide|explain)\\b',
  '\\bwould be (?:\\w+ )?(?:useful|helpful|handy|nice|great|good) (?:in|for) (?:the following|such|this|that|these|those|my|our|some|many|a lot of|people|users|everyone)\\b',
  '\\b(?:this|that|the|such an?) (?:feature|idea|option|change) (?:will|would|could|can|may) be (?:\\w+ )?(?:good|useful|great|nice|helpful|cool)\\b',
  // `It'd be very useful, because …`: what, another sentence says.
  "^(?:i (?:think|believe|guess) )?(?:it|this|that|which)(?:'d| would| will|'ll) (?:\\w+ )?be (?:\\w+ ){0,2}(?:nice|useful|helpful|great|good|awesome|cool|handy|convenient|appreciated)\\b(?:\\W*$|,? (?:because|since|e?specially|particularly|as (?:it|this|not|many|the|some|i|we)|for (?:me|us|users|many|everyone|people|all|those|my|our))\\b)(?!.*\\bif\\b)",
  '\\b(?:this|that|the|such) (?:\\w+ )?(?:feature|functionality|option) (?:is|would be) (?:an? must|necessary|needed|essential|crucial)\\b',
  '\\bfeel free to\\b',
  // `It is not shown even though it should`: how it is.
  "(?:even )?(?:though|although|when|while|like|as) (?:it|they|this|that|these|those) (?:really |clearly |probably )?should(?:n't| not)?(?: (?:be|have|do|work))?(?: \\w+){0,2}\\W*$",
  "^(?:i|we)(?: would| will|'d|'ll)? (?:totally |fully |completely )?understand if\\b",
  "^(?:so |hence |therefore )?(?:i|we)(?:'d| would)? (?:suggest|propose) (?:the following|this) (?:approach|solution|way|steps?|changes?)?\\W*$",
  '^this (?:is|was|seems to be|looks like) (?:an? )?(?:regression|bug|duplicate|follow[- ]?up)\\b',
  '\\bmake (?:the|these|those|this) (?:code )?changes?\\b',
  '^(?:please )?note (?:that|:)',
  '应该也?是',
  '\\b(?:great|good|nice|helpful|useful|like|love|want) to know\\b',
  '^(?:be )?(?:careful|caution|beware|watch out|attention|vorsicht|achtung)\\b',
  "\\bi (?:also |probably |maybe )?(?:should|must|have to|had to|need to|ought to|shall)(?!n't| not)? (?!be able|see)",
  '\\b(?:you|(?<!th(?:is|at) )one) (?:\\w+ )?(?:should|must|have to|had to|need to|ought to|shall) (?!be able|not be|never)',
  '\\b(?:must|should|needs? to|has to|have to) be (?:\\w+ )?(?:fixed|done|solved|resolved|addressed|mended|investigated|looked|discussed|decided)\\b',
  '\\b(?:must|should) (?:have been|be (?:something|some|(?:an? )?(?:\\w+ )?(?:mistake|error|problem|bug|issue|reason)|possible to see))\\b',
  "\\b(?:i|we)(?:'d| would)? (?:also |only |just )?(?:need|have|want|like|try|had|needed|wanted) to (?!see|be able|able|have (?:an?|the|some|more|this|that|it)\\b|propose|suggest|request|ensure|make sure)\\w",
  '\\b(?:should|must|do|can|could) (?:i|we)\\b|\\byou (?:should|must|will|need to|have to) (?:see|get|be able to (?:see|reproduce)|notice)\\b',
  "\\b(?:this|that|it) (?:should|must)(?:n't| not)? (?:be (?:easy|simple|trivial|enough|clear|possible to reproduce|fixed|a bug|related|obvious|due)|help|have been|reproduce|suffice|happen|work|occur)\\b[^,;]{0,20}$",
  '\\b(?:must|should) (?:have been|be (?:caused|related|due))\\b|\\b(?:fix|solve|mend) (?:this|it)\\b|\\b(?:get|getting|have|see) (?:this|it|that) (?:fixed|done|solved|resolved|addressed|sorted|merged)\\b|\\b(?:please )?(?:help|advise|assist)\\b[^,;]{0,30}$|\\blet me know\\b|\\b(?:my|our) (?:(?:personal )?data|accounts?|profile|subscription|licen[cs]e key)\\b|\\b(?:write|mail|e-?mail|contact|ping|dm|tell(?! me (?:about|that|what|which))|reach out) (?:to )?(?:me|us)\\b|\\bif you need\\b',
  '\\bany \\w+(?: (?:or|and) \\w+)?(?: \\w+)? (?:would be|is|are) (?:\\w+ )?(?:appreciated|welcome|helpful|great)\\b',
]

/** What tells that something is wrong, beyond the words of `troubles`. */
export const symptoms = [
  '\\w{3,}(?:error|exception)s?',
  'erroneous(?:ly)?|faulty|inaccurate|unstable|out[- ]of[- ]sync|not in sync|(?:loss|loses?|lost) (?:of )?sync\\w*|(?:packets?|data|precision|quality|frames?|memory|signal) loss(?:es)?|loss of \\w+',
  '(?:impossible|unable|not (?:able|possible)) to|(?:un(?:usable|navigable|reachable|responsive|available))',
  'no \\w+ (?:produced|generated|shown|displayed|received|returned|visible|on|when|if|after|during)',
  '(?:facing|having|experiencing|encounter(?:ed|ing)?|ran into|running into) (?:\\w+ ){0,2}(?:issues?|problems?|troubles?|errors?|difficult(?:y|ies))',
  // `It adds up to 24.75 here but comes out as 24.74 there`
  '\\d\\b.{1,120}\\b(?:but (?!none|no|not|i)|whereas|instead of|rather than)\\b.{1,120}\\d',
  'crackl\\w+|stutter\\w*|conflicts? with|interferes? with|makes? no difference|has no effect|have no effect|does nothing',
  'errors? (?:with|when|in|on|after|while|if|using|from|during)',
  '(?:happens|happened|occurs?) (?:every|all|always|only|each|when|if|after|on)',
  '(?:since|after) (?:the |i |we |upgrading|updating|(?:the |last |this )?(?:update|upgrade|release|version)|v?\\d)',
  '(?:takes?|taking|took) (?:\\w+ ){0,2}(?:long|ages|forever)',
  '(?<=s )prevent|prevents|disappear(?:s|ed|ing)?|vanish(?:es|ed)',
  '(?:unexpected(?:ly)?|suddenly|by itself|for no reason|every time|nothing happens|too (?:slow|long|many|early|late|large|small)|off by)',
  '(?:(?:times|timed|timing) out|(?:requests|calls|jobs|connections|queries|tests|builds) time out|segfaults?|ooms?|out of memory|segmentation fault|(?:\\w+-)?use-after-free|(?:[\\w-]+[- ])?overflows?|out[- ]of[- ]bounds|double[- ]free|data race|undefined behaviou?r|(?:reflected |stored )?xss|(?:sql |code |command |html )?injections?|[cs]srf|ssrf|xxe|rce|(?:path|directory) traversal|open redirect|prototype pollution|memory leak|null pointer|assertion (?:fails?|failed|failure))',
  '(?:warnings?|blows? up|cut off|lost|loses|gone|dead|flak(?:y|es|ing)|freez(?:es|ing)|froze|blank|garbled|corrupt(?:s|ed)?|duplicated?|deadlocks?|race condition|race (?:in|between)|vulnerab(?:le|ility)|shifted|ignored|ignores|ignoring|swallow(?:s|ed)|unreadable|unusable|stuck|stays?|jumps?|flickers?|overlaps?|slow(?:er)?|twice|truncated|refuses?)',
  '(?:outputs?|prints?|returns?|shows?|gives?|displays?) (?:only )?(?:garbage|gibberish|nonsense|rubbish)',
  'still (?:\\w+ ){1,8}?even (?:after|though|when|if)',
  '(?:can|could|is|are) still|still (?:can|allows?|able|possible|accepts?)|despite|even though|while still (?:being|on|in)',
  '(?:leads?|leading|causes?|causing|results?|resulting|throws?|throwing|gives?|giving|raises?|raising) (?:\\S+ ){0,8}?(?:errors?|exceptions?)',
  'stutter(?:s|ed|ing|y)?|lag(?:ged|ging|gy)|lags (?:a lot|when|while|in|on|during|behind)|drop-?outs?|drift(?:s|ed|ing)?(?! detection)|cuts? out|distort(?:s|ed|ion)?|glitch(?:es|ed|y)?|misaligned|clipped|disconnect(?:s|ed)|toggles? off|mangled|scrambled|misses|forgets|internal compiler error',
  '(?<=\\w{3} )(?<!and |to |or )drop(?:s|ped)? (?:a lot|out|off|when|while|after|every|randomly|constantly|frequently|during)|(?:randomly|frequently|constantly|suddenly|always) (?:dropp?ed|drops?|closed|reset)',
  '(?:is|are|was|were|has|have|do|did|does) not\\b|\\bnot (?!(?:only|just|sure|necessarily|so|too|a|an|the|to)\\b)\\w{3,}',
]

export const symptomsUnspaced =
  '不同步 不一致 泄漏 泄露 没有 不会 变成 丢失 白屏 闪退 停留 无法 空白 重复 闪跳 抖动 错乱 闪烁 卡顿 クラッシュ エラー 動かない できない されない 落ちる 不具合 バグ ならない てしまう おかしい になる 안 됩니다 않습니다 오류 빈 나옵니다 버그'.split(
    ' ',
  )

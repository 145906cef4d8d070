/** Words that `judgeStatement` knows, English and Chinese. Lower case. */

const regular = `accept answer appear ask become block blink call clear click close compile contain convert copy count crash
  create decline deduplicate default delete deny describe disable disappear display download emit enable end equal
  exceed exit expire explain export fail fall filter finish format generate get give hide highlight ignore import
  include invalidate keep land lead leave limit link list load lock log map mark match mention merge move name
  navigate notify offer open order output own parse pass persist point preserve prevent print prompt publish raise receive
  redirect refuse register reject release remain remember remove rename render repeat replace reply report require
  reset resolve respond restart restore resume retry return roll round save scroll see send set show skip sort start
  state stay stop store strip subscribe succeed switch throw time translate trigger trim truncate turn type unlock
  unset update upload use wait warn wrap yield`
const irregular = `became became built drawn fell given gave hid hidden kept left lost made sent seen shown spoken
  stated thrown threw taken visible invisible absent present missing empty readonly written`

/** Verbs whose subject and object can be looked at: "returns", "is refused", "redirects". */
export const outcomeWords: ReadonlySet<string> = new Set([...split(regular).flatMap(inflect), ...split(irregular)])

/** Praise and blame: what each reader takes for something else. "Works" and "handles" say that something happens, not what. */
export const vagueWords: ReadonlySet<string> = new Set(
  split(`acceptable accessible accurate accurately adequate adequately appropriate appropriately attractive awesome
  beautiful best better clean cleanly clearly comfortable complete completely consistent consistently convenient
  correct correctly decent easily easy effective effectively efficient efficiently elegant enhanced enough
  excellent expected extensible fast faster fine flawless flawlessly flexible friendly functional future-proof
  good gracefully great guideline guidelines handle handled handles handling helpful high-quality idiomatic
  improve improved improvement improvements improves integrated intuitive logical maintainable meaningful modern
  modular neat necessary needed nice nicely normally ok okay optimal optimally optimised optimized perfect
  perfectly performant polished professional proper properly quality quick quickly readable reasonable
  reasonably reliable reliably responsive robust robustly satisfactory scalable seamless seamlessly secure
  securely sensible significantly simple smooth smoothly snappy solid stable stably successfully sufficient
  sufficiently suitable suitably thorough thoroughly tidy understandable usable useful user-friendly well
  well-documented well-structured well-tested work worked working works`),
)

/** Words that name nothing in particular. */
export const genericWords: ReadonlySet<string> = new Set(
  split(`a about above across actual after all also always an and and/or any anything app application are as aspect
  aspects at available be been before behavior behaviour being below between beyond both bug bugs but by can
  change changes code component components could design did do does done e.g each either else etc everything
  everywhere experience feature features feel feels flow follow followed follows for from full fully function
  functionality functions future general goal had has have here how i i.e if implement implementation
  implemented implements in into is issue issues it its itself just like look looks make makes manner many
  matter may more most much must need needs never new no not nothing now of on once one only onto or other our
  out over own part parts per place practice practices problem problems product program project really
  regression regressions relevant requirement requirements respective result results same should so software
  solution some something standard standards still such sure system task tested tests than that the their them
  then there these they thing things this those though through thus to together too twice under until up user
  users very via want was way ways we were what when whenever where wherever which while who whole why will with
  within without would yet you your`),
)

/** What a number counts, as the word after it. */
export const unitWords: ReadonlySet<string> = new Set(
  split(`% b byte bytes kb kib mb mib gb gib ms s sec second seconds min minute minutes h hour hours day days week weeks
  month months year years px pixel pixels rem em line lines character characters char chars word words item items entry
  entries row rows column columns record records page pages file files request requests time times attempt attempts
  retry retries user users thread threads error errors warning warnings percent digit digits level levels step steps
  test tests fps dpi hz khz mhz`),
)

export const countingWords: ReadonlySet<string> = new Set(
  split('two three four five six seven eight nine ten eleven twelve hundred thousand million zero'),
)

/** Programs whose name begins a command line, also without a code span: "npm test passes". */
export const programWords: ReadonlySet<string> = new Set(
  split(`npm npx yarn pnpm node deno bun make cmake cargo go python python3 pip pytest tox mvn gradle docker git bash sh
  ruby rake rspec bundle dotnet php composer curl vitest jest eslint tsc ruff mypy`),
)

export const chineseOutcomes: readonly string[] =
  split(`返回 合并 显示 展示 提示 跳转 锁定 下载 上传到 包含 含有 输出 打印 记录到
  抛出 拒绝 创建 新建 删除 移除 发送 收到 弹出 禁用 启用 隐藏 保存 写入 出现 消失 报错 退出 重试 忽略 保留 列出 说明 解释 等于 大于
  小于 不超过 不少于 不得超过 至少 至多 最多 以内 导出 导入 生成 更新为 变为 恢复 停止 失效 过期 通过 排序 去重 为空 不为空 存在`)

export const chineseVague: readonly string[] =
  split(`显示正常 展示正常 运行正常 已知问题 修复 符合预期 如预期 按预期 正常 良好 美观 大方 友好 合理 正确 妥善 完善 优化 提升
  改善 改进 显著 稳定 可靠 流畅 易于 易用 好用 方便 规范 质量 高质量 没有问题 无问题 灵活 健壮 适当 清晰 简洁 优雅 完整 体验 高效
  快速 安全 支持 处理 尽量 尽可能`)

export const chineseGeneric: readonly string[] =
  split(`功能 系统 代码 用户 结果 界面 性能 内容 情况 问题 需求 要求 应用 程序 模块 接口
  实现 完成 可以 能够 应该 应当 必须 需要 所有 全部 各种 相关 运行 使用 进行 得到 维护 扩展 一切 整体 时候 之后 之前 然后 并且 以及
  的 了 和 与 或 并 且 都 能 会 应 需 在 是 被 将 把 对 等 时 后 当 若 如 均 也 就 更 很 高 好`)

function split(text: string): string[] {
  return text.split(/\s+/).filter((word) => word !== '')
}

function inflect(verb: string): string[] {
  const stem = verb.endsWith('e') ? verb.slice(0, -1) : verb
  if (/[^aeiou]y$/.test(verb)) return [verb, `${verb.slice(0, -1)}ies`, `${verb.slice(0, -1)}ied`]
  const third = /(?:s|x|z|ch|sh)$/.test(verb) ? `${verb}es` : `${verb}s`
  return [verb, third, `${stem}ed`, `${verb}${verb.at(-1)}ed`]
}

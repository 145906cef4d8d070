import type { TuningDimension } from '../patterns/pattern.ts'

/** What a complaint may be about. Those without a dimension have no patterns of their own. */
export interface TuningCategory {
  name: string
  keywords: readonly string[]
  /** Words that say less: they count half. */
  weakKeywords: readonly string[]
  dimension: TuningDimension | null
  patternPrefixes: readonly string[]
  /** Where no pattern brings strategies along. */
  strategies: readonly string[]
  severity: string
}

/** Keywords in English and Chinese, as people complain. */
export const tuningCategories: readonly TuningCategory[] = [
  category(
    'context_explosion',
    'context explod explosion bloat overflow 上下文 爆炸 太长 超限 膨胀',
    'token long large',
    'context',
    ['CTX-'],
    [],
    'critical',
  ),
  category(
    'memory_loss',
    'forget forgot forgets lost drift drifts constraint goal 遗忘 忘记 指令丢失 约束消失 目标漂移',
    'remember ignore ignores',
    'memory',
    ['MEM-'],
    [],
    'high',
  ),
  category(
    'dataflow_break',
    'state data inconsistent corrupt corrupted schema 状态 数据 格式 不一致 丢失 损坏',
    'json field fields',
    'dataflow',
    ['DF-'],
    [],
    'high',
  ),
  category(
    'agent_failure',
    'agent agents subagent sub-agent nested orchestrat coordinat 子任务 嵌套 调用 协调',
    'call calls fail 失败',
    'agent',
    ['AGT-'],
    [],
    'high',
  ),
  category(
    'token_consumption',
    'token tokens expensive cost costs verbose 消耗',
    'prompt large',
    'token_consumption',
    ['TKN-', 'APV-'],
    [],
    'medium',
  ),
  category(
    'doc_redundancy',
    'duplicate duplicated redundant redundancy repeated 重复 冗余',
    'twice copy',
    'docs',
    ['DOC-RED-'],
    [],
    'high',
  ),
  category(
    'doc_conflict',
    'conflict conflicts contradict contradicts contradiction 冲突 矛盾',
    'differ differs',
    'docs',
    ['DOC-CON-'],
    [],
    'critical',
  ),
  category(
    'performance',
    'slow performance efficiency latency 慢 性能 效率 延迟',
    'time',
    'context',
    ['CTX-001', 'CTX-003'],
    [],
    'medium',
  ),
  category(
    'error_handling',
    'error errors exception crash crashes recover 错误 异常 恢复 降级 崩溃',
    'fail fails',
    'agent',
    ['AGT-001', 'AGT-002'],
    [],
    'high',
  ),
  category(
    'prompt_quality',
    'prompt prompts hallucinat unstable 提示词 输出不稳定 幻觉',
    'vague',
    null,
    [],
    ['structured_prompt', 'output_schema', 'grounding_context', 'format_enforcement'],
    'medium',
  ),
  category(
    'architecture',
    'architecture structure module modules coupling extend 架构 结构 模块 耦合 扩展',
    'phase phases',
    null,
    [],
    ['phase_decomposition', 'interface_contracts', 'plugin_architecture', 'state_machine'],
    'medium',
  ),
  category(
    'output_quality',
    'quality incomplete validation 质量 验证 不完整',
    'output result results 输出',
    null,
    [],
    [],
    'medium',
  ),
  category('user_experience', 'progress feedback interaction 交互 体验 进度 反馈', 'user', null, [], [], 'low'),
]

function category(
  name: string,
  keywords: string,
  weak: string,
  dimension: TuningDimension | null,
  patternPrefixes: readonly string[],
  strategies: readonly string[],
  severity: string,
): TuningCategory {
  return {
    name,
    keywords: keywords.split(' '),
    weakKeywords: weak.split(' '),
    dimension,
    patternPrefixes,
    strategies,
    severity,
  }
}

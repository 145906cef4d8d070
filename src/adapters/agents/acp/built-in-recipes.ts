import type { agentNames } from '../../../domain/configuration/executor-names.ts'
import { type Recipe, RecipeSchema } from './recipe.ts'

type AgentName = (typeof agentNames)[number]

const openAi = '{{origin}}/v1'
const install = (name: string) => `\`bash scripts/install-agents.sh ${name}\``

function recipe(given: Partial<Recipe> & Pick<Recipe, 'program'>): Recipe {
  return RecipeSchema.parse(given)
}

/** Agents that were tried with the versions that `scripts/install-agents.sh` pins (docs/agents.md). */
export const builtInRecipes: Readonly<Record<AgentName, Recipe>> = {
  claude: recipe({
    program: 'claude-agent-acp',
    environment: {
      ANTHROPIC_BASE_URL: '{{origin}}',
      ANTHROPIC_API_KEY: '{{token}}',
      ANTHROPIC_MODEL: '{{model}}',
      ANTHROPIC_SMALL_FAST_MODEL: '{{model}}',
      ANTHROPIC_DEFAULT_HAIKU_MODEL: '{{model}}',
      CLAUDE_CONFIG_DIR: '{{home}}/.claude',
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      CLAUDE_CODE_MAX_RETRIES: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
      DISABLE_ERROR_REPORTING: '1',
      // It is: what it may do is bounded from outside.
      IS_SANDBOX: '1',
    },
    mode: 'bypassPermissions',
    install: install('claude'),
  }),
  cline: recipe({
    program: 'cline',
    args: ['--json', '--auto-approve', 'true'],
    home: {
      '.cline/data/settings/providers.json': {
        version: 1,
        lastUsedProvider: 'openai-compatible',
        providers: {
          'openai-compatible': {
            settings: {
              provider: 'openai-compatible',
              apiKey: '{{token}}',
              model: '{{model}}',
              baseUrl: openAi,
            },
            tokenSource: 'manual',
            updatedAt: '2026-01-01T00:00:00.000Z',
          },
        },
      },
    },
    environment: { CLINE_NO_AUTO_UPDATE: '1', CLINE_TELEMETRY_DISABLED: '1' },
    protocol: 'json',
    install: install('cline'),
  }),
  codex: recipe({
    program: 'codex-acp',
    environment: {
      CODEX_HOME: '{{home}}/.codex',
      COUNTERSIGN_TOKEN: '{{token}}',
      // The isolation around it is ours; a second one inside of it can't be made.
      INITIAL_AGENT_MODE: 'agent-full-access',
    },
    home: {
      '.codex/config.toml': `model = "{{model}}"
model_provider = "countersign"
check_for_update_on_startup = false
[model_providers.countersign]
name = "countersign"
base_url = "${openAi}"
wire_api = "responses"
env_key = "COUNTERSIGN_TOKEN"
request_max_retries = 1
stream_max_retries = 1
[features]
plugins = false
apps = false
remote_plugin = false
[analytics]
enabled = false
`,
    },
    install: install('codex'),
  }),
  copilot: recipe({
    program: 'copilot',
    args: ['--acp', '--allow-all'],
    environment: {
      COPILOT_PROVIDER_BASE_URL: openAi,
      COPILOT_PROVIDER_API_KEY: '{{token}}',
      COPILOT_MODEL: '{{model}}',
      COPILOT_HOME: '{{home}}/.copilot',
      COPILOT_OFFLINE: 'true',
      COPILOT_AUTO_UPDATE: 'false',
    },
    install: install('copilot'),
  }),
  gemini: recipe({
    program: 'gemini',
    args: ['--acp', '--model', '{{model}}'],
    environment: { GOOGLE_GEMINI_BASE_URL: '{{origin}}', GEMINI_API_KEY: '{{token}}' },
    home: { '.gemini/settings.json': geminiSettings('gemini-api-key') },
    install: install('gemini'),
  }),
  opencode: recipe({
    program: 'opencode',
    args: ['acp'],
    environment: {
      OPENCODE_DISABLE_MODELS_FETCH: '1',
      OPENCODE_DISABLE_AUTOUPDATE: '1',
      OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
      OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    },
    home: {
      '.config/opencode/opencode.json': {
        autoupdate: false,
        share: 'disabled',
        model: 'countersign/{{model}}',
        small_model: 'countersign/{{model}}',
        provider: {
          countersign: {
            npm: '@ai-sdk/openai-compatible',
            name: 'countersign',
            options: { baseURL: openAi, apiKey: '{{token}}' },
            models: { '{{model}}': { name: '{{model}}' } },
          },
        },
      },
    },
    install: install('opencode'),
  }),
  pi: recipe({
    program: 'pi-acp',
    environment: { PI_OFFLINE: '1', PI_SKIP_VERSION_CHECK: '1', PI_TELEMETRY: '0' },
    home: {
      '.pi/agent/models.json': {
        providers: {
          countersign: {
            baseUrl: openAi,
            apiKey: '{{token}}',
            api: 'openai-completions',
            models: [{ id: '{{model}}' }],
          },
        },
      },
      '.pi/agent/settings.json': { defaultProvider: 'countersign', defaultModel: '{{model}}', quietStartup: true },
    },
    install: install('pi'),
  }),
  qwen: recipe({
    program: 'qwen',
    args: ['--acp', '--auth-type', 'openai'],
    environment: { OPENAI_BASE_URL: openAi, OPENAI_API_KEY: '{{token}}', OPENAI_MODEL: '{{model}}' },
    home: { '.qwen/settings.json': geminiSettings('openai') },
    install: install('qwen'),
  }),
}

/** Qwen's began as Gemini's. */
function geminiSettings(selectedType: string): Record<string, unknown> {
  return {
    security: { auth: { selectedType }, folderTrust: { enabled: false } },
    privacy: { usageStatisticsEnabled: false },
    telemetry: { enabled: false },
    general: { disableAutoUpdate: true, disableUpdateNag: true, enableAutoUpdate: false },
  }
}

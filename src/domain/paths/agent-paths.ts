/** Of several agents, and of tools that write for all of them. */
const shared = `
  .agent .agents .agentignore .aiassistant .aiexclude .aiignore .ai-rulez ai-rulez.yml .mcp .mcp.json .llm
  .rules .ruler .rulesync rulesync.json rulesync.jsonc
`
/** Of one each. */
const single = `
  .airules .amazonq .amp .antigravity .augment .augment-guidelines .augmentignore .bob .claude .claude-plugin
  .clineignore .clinerules .codebuddy .codeium .codeiumignore .codex .continue .continueignore
  .continuerc.json .continuerules .copilot .cortex .cody .crush .crush.json crush.json .crushignore .cursor
  .cursorignore .cursorindexingignore .cursorrules .devin .factory .firebender firebender.json .forge .gemini
  .geminiignore .goose .goosehints .gooseignore .grok .idx .iflow .jules .junie .kilo .kilocode
  .kilocodeignore .kilocodemodes .kimi .kiro .lingma .mastracode .neovate .opencode opencode.json
  opencode.jsonc .openhands .openhands_instructions .pearai .pi .pochi .qoder .qwen .qwenignore .replit
  replit.md .roo .rooignore .roomodes .sourcegraph .tabnine .trae .vibe .voidrules .windsurf .windsurfrules
  .zed .zencoder
`
/** Of those that review. */
const reviewing = `
  .coderabbit.yaml .coderabbit.yml .cursorbot .ellipsis ellipsis.yaml .greptile greptile.json .pr_agent.toml
  .sourcery.yaml
`

/**
 * Files and folders that tell coding agents what to do, which servers they ask, or what they may do unasked, at any
 * depth and in canonical form, so in lower case. By name: what isn't here yet, `paths.denied` adds.
 */
const names: ReadonlySet<string> = new Set(`${shared} ${single} ${reviewing}`.trim().split(/\s+/))

const written =
  /^(?:agents?|claude|codebuddy|codex|crush|gemini|grok|iflow|opencode|qwen|warp)(?:\.local|\.override)?\.md$|^copilot-instructions\.md$|\.(?:agent|chatmode|instructions|prompt)\.md$|\.mdc$|^\.(?:aider|kilocoderules|roorules)/

/** What lets an agent in an editor ask other servers, act without asking, or run something as the folder is opened. */
const editor = /(?:^|\/)\.(?:vs\/mcp|vscode\/(?:mcp|settings|tasks))\.json(?:\/|$)|\.code-workspace(?:\/|$)/

/** Whether a path in canonical form is, or is below, something that agents take as told. */
export function isAgentPath(path: string): boolean {
  return path.split('/').some((segment) => names.has(segment) || written.test(segment)) || editor.test(path)
}

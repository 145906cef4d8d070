import { ada, bob, listActions, type Scene } from './people.ts'

/** One person who does what is asked for, and nothing else; undefined where nothing is. */
export function helpAlong(scene: Scene): string | undefined {
  const { github, issue } = scene
  const { record, plan, execution } = scene.state()
  const say = (text: string) => {
    github.comment(issue.number, text, ada)
    return `@ada: ${text}`
  }
  if (record === undefined) return undefined
  if (record.phase === 'proposed') return say(`/approve plan@${plan?.hash.slice(0, 7) ?? ''}`)
  if (record.phase !== 'working') return undefined
  if (record.paused !== null) return say('/resume')
  for (const node of listActions(scene)) {
    const check = Object.values(execution?.nodes ?? {}).find((one) => one.kind === 'CHECK' && one.target === node.id)
    const waitsFor = (check?.kind === 'CHECK' ? check.waiting_for?.kind : undefined) ?? node.waiting_for?.kind
    if (waitsFor === 'judgement') return say(`/approve ${node.id}`)
    if (waitsFor === 'push' || waitsFor === 'decision') return push(scene, node)
    if (waitsFor === 'ci') return say(`/retry ${node.id}`)
  }
  return undefined
}

/** Good work by hand; where it stands already it is to be looked at again, and where that was asked for in vain it is changed. */
function push({ github, state, issue }: Scene, node: ReturnType<typeof listActions>[number]): string {
  const path = state().plan?.tasks.find((one) => one.id === node.id)?.scope ?? ''
  const text = `${node.id}: good by hand\n`
  const head = github.git.head(node.branch)
  const blob = head === undefined ? undefined : github.git.get(head).tree.get(path)?.blob
  const standing = blob === undefined ? '' : new TextDecoder().decode(github.git.bytes(blob))
  const stands = standing.startsWith(text)
  const request = `/retry ${node.id}`
  const wasRequested = github.comments.findLast(({ user }) => user === ada)?.body === request
  if (head === undefined || (stands && !wasRequested)) {
    github.comment(issue.number, request, ada)
    return `@ada: ${request}`
  }
  github.write(node.branch, { [path]: stands ? `${standing}and once more\n` : text }, bob)
  return `@bob pushes good work to ${node.branch}`
}

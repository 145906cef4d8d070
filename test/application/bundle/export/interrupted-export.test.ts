import { expect, test } from 'vitest'
import { exportPlan, type ExportRequest } from '../../../../src/application/bundle/export/export-plan.ts'
import { sha256Of } from '../../../../src/application/bundle/hashes.ts'
import type { ReleaseStore } from '../../../../src/application/ports/forge/release-store.ts'
import { buildOrigin } from '../../../support/builders.ts'
import { FakeReleaseStore } from '../../../support/repository/fake-release-store.ts'
import { buildApprovedPlan, FakeRepository } from '../../../support/repository/fake-repository.ts'

const request: ExportRequest = { issueId: 'ISS-007', planId: null, includeCandidates: false, partial: false }

/** The process ends at its nth call, before it was sent or before the answer came, and no other call is made. */
function endingAt(
  store: FakeReleaseStore,
  place: number,
  when: 'before' | 'after',
): { calls: number; store: ReleaseStore } {
  const ending = { calls: 0, store: store as ReleaseStore }
  ending.store = new Proxy<ReleaseStore>(store, {
    get(target, name) {
      const member: unknown = Reflect.get(target, name)
      if (typeof member !== 'function') return member
      return async (...given: unknown[]) => {
        ending.calls += 1
        if (ending.calls > place || (ending.calls === place && when === 'before'))
          throw new Error('the process has ended')
        const answer: unknown = await Reflect.apply(member, target, given)
        if (ending.calls === place) throw new Error('the process has ended')
        return answer
      }
    },
  })
  return ending
}

/** What somebody sees of it. */
function describeStore({ releases, tags, contents }: FakeReleaseStore) {
  return {
    tags: [...tags],
    releases: releases.map(({ tag, draft, commit, assets }) => ({
      tag,
      draft,
      commit,
      assets: assets.map(({ id, name, state }) => `${name} ${state} ${sha256Of(contents.get(id) ?? '')}`).toSorted(),
    })),
  }
}

function run(releases: ReleaseStore) {
  const state = new FakeRepository(buildApprovedPlan())
  return exportPlan({ state, releases, origin: buildOrigin(), bundle: null }, request)
}

async function countCalls(): Promise<number> {
  const whole = endingAt(new FakeReleaseStore(), Infinity, 'after')
  await run(whole.store)
  return whole.calls
}

test('an export that ends at any call, before it or before its answer, and is run again comes to the same', async () => {
  const undisturbed = new FakeReleaseStore()
  await run(undisturbed)
  const calls = await countCalls()
  const different: string[] = []
  for (let place = 1; place <= calls; place += 1) {
    for (const when of ['before', 'after'] as const) {
      const releases = new FakeReleaseStore()
      await run(endingAt(releases, place, when).store).catch(() => {})

      const answer = await run(releases)

      const isSame = JSON.stringify(describeStore(releases)) === JSON.stringify(describeStore(undisturbed))
      if (answer.kind !== 'exported' || !isSame) different.push(`${when} call ${place}`)
    }
  }

  expect(calls).toBeGreaterThan(12)
  expect(different).toEqual([])
})

test('an export that was cut off twice at every place comes to the same', async () => {
  const undisturbed = new FakeReleaseStore()
  await run(undisturbed)
  const calls = await countCalls()
  for (let place = 1; place <= calls; place += 1) {
    const releases = new FakeReleaseStore()
    await run(endingAt(releases, place, 'after').store).catch(() => {})
    await run(endingAt(releases, place, 'before').store).catch(() => {})

    await run(releases)

    expect([place, describeStore(releases)]).toEqual([place, describeStore(undisturbed)])
  }
})

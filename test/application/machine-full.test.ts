import { expect, test } from 'vitest'
import { machineExhausted } from '../../src/adapters/workspace/machine/machine-exhausted.ts'
import { machineFull } from '../../src/application/machine-full.ts'

test('a fault of the workspace keeps what was seen and what to do', () => {
  const fault = machineFull(machineExhausted('fatal: cannot create pipe: Too many open files'))

  expect(fault.message).toBe('this machine can open no more files or processes')
  expect(fault.details).toMatch(/^fatal: cannot create pipe: Too many open files\. Raise its limits/)
})

test('of a fault of the system the message is what was seen', () => {
  const fault = machineFull(Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }))

  expect(fault).toMatchObject({ code: 'disk_full', details: 'ENOSPC: no space left on device, write' })
})

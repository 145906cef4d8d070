import { expect, test } from 'vitest'
import { isPublicAddress } from '../../../../src/adapters/models/registries/is-public-address.ts'

test.each(['104.16.3.34', '151.101.0.223', '8.8.8.8', '2606:4700::6810:322', '2a04:4e42::223'])(
  '%s is of the public network',
  (address) => {
    expect(isPublicAddress(address)).toBe(true)
  },
)

test.each([
  '127.0.0.1',
  '127.1.2.3',
  '0.0.0.0',
  '10.1.2.3',
  '100.64.0.1',
  '169.254.169.254',
  '172.16.0.1',
  '172.31.255.255',
  '192.168.1.1',
  '192.0.0.1',
  '198.18.0.1',
  '224.0.0.1',
  '255.255.255.255',
  '::',
  '::1',
  '::ffff:127.0.0.1',
  '::ffff:8.8.8.8',
  '64:ff9b::7f00:1',
  'fc00::1',
  'fd12:3456::1',
  'fe80::1',
  'fe80::1%eth0',
  'ff02::1',
  '2001:db8::1',
  '2001::1',
  '2002:7f00:1::',
  '2130706433',
  '0x7f.1',
  'registry.npmjs.org',
  '',
])('%s is none', (address) => {
  expect(isPublicAddress(address)).toBe(false)
})

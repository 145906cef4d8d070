import { expect, test } from 'vitest'
import { findSigningServices, parseSigningServices } from '../../../src/adapters/attestation/signing-services.ts'

test('only what everybody may read is signed by the public log', () => {
  expect(findSigningServices('https://github.com', true)).toMatchObject({ rekor: 'https://rekor.sigstore.dev' })
  expect(findSigningServices('https://github.com', false)).toEqual({
    fulcio: 'https://fulcio.githubapp.com',
    rekor: null,
    timestamp: 'https://timestamp.githubapp.com',
  })
  expect(findSigningServices('https://octo.ghe.com', false)).toMatchObject({ fulcio: 'https://fulcio.octo.ghe.com' })
})

test('services of one’s own are named one by one', () => {
  expect(parseSigningServices(' fulcio=https://ca.example/  rekor=https://log.example ')).toEqual({
    fulcio: 'https://ca.example',
    rekor: 'https://log.example',
    timestamp: null,
  })
})

test.each([
  '',
  'https://ca.example',
  'fulcio=https://ca.example',
  'rekor=https://log.example timestamp=https://time.example',
  'fulcio=https://ca.example rekor=ftp://log.example',
  'fulcio=https://ca.example fulcio=https://cb.example rekor=https://log.example',
  'fulcio=https://ca.example rekor=https://log.example tuf=https://tuf.example',
])('%j names none', (text) => {
  expect(parseSigningServices(text)).toBeUndefined()
})

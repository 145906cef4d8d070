import type { ModeDescription } from '../action-mode.ts'
import { flag, requiredText, optionalText } from '../inputs/input-kinds.ts'

export const verifyMode = {
  about:
    'Proves a release: every byte against its manifest, and the manifest against this repository’s record. The step fails unless the verdict is "approved".',
  permissions: ['contents: read', 'pull-requests: read'],
  inputs: {
    target: requiredText(
      /^\P{Cc}+$/u,
      'a folder, manifest.json in one, an archive, or the address of a release’s page',
      {
        about: 'What to verify: a folder, an archive (.tar.gz) on the runner, or the address of a release’s page.',
      },
    ),
    'public-key': optionalText(/^\P{Cc}+$/u, 'a key (ed25519:…), a file or an https:// address with it', {
      about:
        'Public key of the App, which its operator gives you: the key (ed25519:…), a file or an https:// address with it.',
    }),
    'manifest-sha256': optionalText(/^[0-9a-fA-F]{64}$/, '64 hexadecimal digits', {
      about: 'Checksum of manifest.json as somebody you trust told it at the export; instead of a public key.',
    }),
    'require-attestation': flag({
      about: 'Not approved without an attestation that a workflow of this repository signed.',
    }),
    'signer-workflow': optionalText(/^\P{Cc}+$/u, 'owner/name/.github/workflows/file.yml, with @ref or without', {
      about:
        'The workflow that has to have signed it: owner/name/.github/workflows/file.yml, best with @refs/heads/main.',
    }),
    'trusted-root': optionalText(/^\P{Cc}+$/u, 'a file', {
      about: 'File with the authorities to check the attestation by, as "gh attestation trusted-root" prints them.',
    }),
  },
  outputs: {
    verdict: 'approved, self-consistent or broken.',
    report: 'The whole report as JSON.',
  },
} satisfies ModeDescription

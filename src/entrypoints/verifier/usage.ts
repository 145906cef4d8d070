import { verifyTargets } from '../program/verify-targets.ts'

/** What `countersign-verify --help` prints. */
export const verifierUsage = `Usage: countersign-verify TARGET [options]

Proves a release of Countersign: every byte against its manifest, and the manifest against what you trust.

${verifyTargets}

  --public-key KEY         the App's key: ed25519:…, a file or an https address with it (or COUNTERSIGN_PUBLIC_KEY)
  --repo REPO              compare with the repository's record: address, path of a clone, or owner/name;
                           of a release's page, its repository
  --repository-id NUMBER   GitHub's number of the repository, where it can't be asked
  --manifest-sha256 HEX    instead: the checksum of manifest.json as somebody you trust told it
  --require-attestation    not approved without an attestation of a workflow of the repository (attestation.sigstore.json)
  --signer-workflow PATH   by this one: owner/name/.github/workflows/file.yml, best with @refs/heads/main behind it
  --trusted-root FILE      authorities to check it by, as "gh attestation trusted-root" prints them; of Sigstore's public
                           ones those of the day this was made are known
  --json                   print the report as JSON
  -h, --help               this

A token in GITHUB_TOKEN or GH_TOKEN is used for private repositories. Nothing is asked of a network for a folder or an
archive, unless --repo or --public-key is an address.

Exit code: 0 approved; 3 self-consistent, nothing shows that anybody approved it; 1 broken; 2 wrong usage, or it could
not be read.
`

/** What can be verified, with an example each; of `countersign verify --help` too. */
export const verifyTargets = `What TARGET may be:
  folder          with the downloaded assets of a release, or with a bundle:   ./downloads   ./downloads/bundle
  archive         alone, as it was downloaded:                                 ./countersign-ISS-007-1.tar.gz
  release's page  its assets are downloaded, its repository is --repo:
                  https://github.com/octo/widgets/releases/tag/countersign-ISS-007-1
  manifest.json   and of the files beside it those that it names, if any:      ./downloads/manifest.json`

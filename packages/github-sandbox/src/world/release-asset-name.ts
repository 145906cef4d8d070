/** The name GitHub gives an uploaded asset: special characters become dots, runs of dots one, and none stands at an end. */
export function releaseAssetName(name: string): string {
  return name
    .replaceAll(/[^\w.+@-]+/g, '.')
    .replaceAll(/\.{2,}/g, '.')
    .replaceAll(/^\.|\.$/g, '')
}

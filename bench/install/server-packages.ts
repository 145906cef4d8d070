/** What of package-lock.json tells who needs a package. */
export interface LockFile {
  packages: Readonly<Record<string, { dev?: boolean; optional?: boolean; devOptional?: boolean; link?: boolean }>>
}

/** Folders of the packages that `npm ci --omit=dev --omit=optional` installs. */
export function serverPackages({ packages }: LockFile): string[] {
  return allPackages({ packages }).filter((folder) => {
    const { dev = false, optional = false, devOptional = false } = packages[folder] ?? {}
    return !dev && !optional && !devOptional
  })
}

/** Folders of all packages that npm brings; those of the repository are none. */
export function allPackages({ packages }: LockFile): string[] {
  return Object.keys(packages).filter((folder) => folder.includes('node_modules/') && packages[folder]?.link !== true)
}

/** `@octokit/types` of a folder, wherever npm put it. */
export function packageName(folder: string): string {
  return folder.slice(folder.lastIndexOf('node_modules/') + 'node_modules/'.length)
}

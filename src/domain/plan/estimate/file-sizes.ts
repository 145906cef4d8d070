/** Bytes of files at the commit the plan was made on, by repository path; a path that isn't there is missing. */
export type FileSizes = ReadonlyMap<string, number>

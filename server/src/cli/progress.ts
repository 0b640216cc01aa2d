const EVERY_MS = 10_000

/** How far the copying of files has come: files and bytes, of how many. */
export type Progress = { files: number; ofFiles: number; bytes: number; ofBytes: number }

const megabytes = (bytes: number): number => Math.ceil(bytes / 2 ** 20)

/**
 * Says how far a long command has come: at once, then at most every ten seconds, so that the lines are readable in a
 * log too. How it ended is said by the command.
 */
export const sayHowFar = (
  print = (line: string): void => console.log(line),
  now = (): number => performance.now(),
): ((progress: Progress) => void) => {
  let next = 0
  return ({ files, ofFiles, bytes, ofBytes }) => {
    if (now() < next) return
    next = now() + EVERY_MS
    const [done, all] = [megabytes(bytes), megabytes(ofBytes)]
    print(`· ${files} / ${ofFiles} 个文件，${done} / ${all} MB / ${files} of ${ofFiles} files, ${done} of ${all} MB`)
  }
}

/**
 * Ends the process in order when its answer cannot be written: in silence where a reader went away, as `| head` does; else with exit code 1
 * and a sentence.
 */
export function endOnBrokenOutput(name: string): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit()
    const reason = error.code === 'ENOSPC' ? 'no space is left on the device' : error.message
    process.stderr.write(`${name}: the answer could not be written: ${reason}\n`)
    process.exit(1)
  })
  // Where not even that can be written, the exit code has to do.
  process.stderr.on('error', () => process.exit(1))
}

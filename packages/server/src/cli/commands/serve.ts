import { readConfig } from '../../config.ts'
import { serve as serveApp } from '../../main.ts'

/** `redoubt serve`: runs the service until Ctrl-C. Configuration comes from the environment (README, Configuration). */
export async function serve(): Promise<void> {
  await serveApp(readConfig(process.env), (line) => process.stdout.write(`${line}\n`))
}

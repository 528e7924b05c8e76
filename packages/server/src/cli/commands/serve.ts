import { serve as serveApp } from '../../main.ts'
import { readOwnConfig } from '../readOwnConfig.ts'

/** `redoubt serve`: runs the service until Ctrl-C. Configuration comes from the environment (README, Configuration). */
export async function serve(): Promise<void> {
  await serveApp(readOwnConfig(), (line) => process.stdout.write(`${line}\n`))
}

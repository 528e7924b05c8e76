import { type Config, readConfig } from '../config.ts'
import { unknownVariables } from '../unknownVariables.ts'

let hasWarned = false

/** Reads the configuration of this process, and warns once of variables that look like settings and are none. */
export function readOwnConfig(defaults: NodeJS.ProcessEnv = {}): Config {
  if (!hasWarned) for (const line of unknownVariables(process.env)) process.stderr.write(`warning: ${line}\n`)
  hasWarned = true
  return readConfig({ ...defaults, ...process.env })
}

import { type Config, readConfig } from '../../config.ts'
import type { Role } from '../../domain/role.ts'
import { serve as serveApp } from '../../main.ts'
import { describeError } from '../print.ts'
import { readOwnConfig } from '../readOwnConfig.ts'

const say = (line: string) => void process.stdout.write(`${line}\n`)

/** `redoubt serve`: runs the service until Ctrl-C. Configuration comes from the environment (README, Configuration). */
export async function serve({ workers, role }: { workers: number; role: Role }): Promise<void> {
  if (workers === 1) return serveApp(readOwnConfig(), say, { role }).catch(endWith)
  const { connectWorker } = await import('../../workers/workerLink.ts')
  const worker = connectWorker(workers)
  // The supervisor has warned of unknown variables.
  if (worker !== null) return serveApp(readConfig(process.env), say, { role, worker }).catch(endWith)
  const config = readOwnConfig()
  requirePostgres(config)
  const { superviseWorkers } = await import('../../workers/superviseWorkers.ts')
  process.exitCode = await superviseWorkers({ workers, metricsAt: config.metricsAt, log: say })
}

/**
 * A service that cannot start ends at once: connections to the database would keep it alive, and of a worker the channel to the supervisor, which
 * waits for it.
 */
function endWith(error: unknown): never {
  process.stderr.write(`error: ${describeError(error)}\n`)
  process.exit(1)
}

function requirePostgres({ databaseUrl }: Config): void {
  if (!databaseUrl.startsWith('sqlite:')) return
  throw new Error(
    'Several workers need PostgreSQL: one process has a SQLite file to itself. Set DATABASE_URL=postgres://…, or leave --workers out.',
  )
}

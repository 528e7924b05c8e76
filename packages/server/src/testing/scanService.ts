import type { AppLimits } from '../composition/app.ts'
import { reusedSandbox } from '../sandbox/testing/reusedSandbox.ts'
import { startQuietService } from './quietService.ts'

export type { ScanService } from './quietService.ts'

/** The service of a test, whose sandbox the next file of the process gets as if it were new. */
export function startScanService(environment: 'live' | 'test', env: NodeJS.ProcessEnv = {}, limits: AppLimits = {}) {
  return startQuietService(environment, env, { sandbox: reusedSandbox, ...limits })
}

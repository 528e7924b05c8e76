import { afterFiles } from '../sandbox/testing/afterFiles.ts'
import { addKey } from './addKey.ts'
import { createScanClient } from './scanClient.ts'
import { type ScanService, startScanService } from './scanService.ts'

let started: Promise<ScanService> | undefined
const clients: { close(): Promise<void> }[] = []

/**
 * The service of all files of this process that leave the sandbox as it is: no transaction mined, no list loaded. Each call
 * answers with an account of its own. It ends with the process, and no file closes it.
 */
export async function sharedService(): Promise<Omit<ScanService, 'close'>> {
  started ??= startScanService('test')
  const { app, url } = await started
  const token = await addKey(app, 'test')
  const client = createScanClient(url, token)
  clients.push(client)
  return { app, url, tokens: [token], ask: client.ask, scan: client.scan }
}

afterFiles(async () => {
  for (const client of clients) await client.close()
  await (await started)?.close()
})

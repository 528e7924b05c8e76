import { quietApp } from './quietApp.ts'
import { createScanClient } from './scanClient.ts'

export type ScanService = Awaited<ReturnType<typeof startQuietService>>

/** The whole service, and a client of it that scans. */
export async function startQuietService(...options: Parameters<typeof quietApp>) {
  const { app, url, tokens } = await quietApp(...options)
  const { ask, scan, close } = createScanClient(url, tokens[0] ?? '')
  return {
    app,
    url,
    tokens,
    ask,
    scan,
    async close() {
      await close()
      await app.close()
    },
  }
}

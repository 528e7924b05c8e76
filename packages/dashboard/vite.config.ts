import react from '@vitejs/plugin-react'
import { defineConfig, type Plugin } from 'vite'
import { bundledPackages, licencesText } from '../../scripts/bundledLicences.ts'

/** Where `npm run dev -w packages/dashboard` sends requests: a service that runs beside it. */
const SERVICE = process.env.REDOUBT_URL ?? 'http://127.0.0.1:8080'

/** Hands on the licences of the packages whose code is in the bundle; one that is not permissive ends the build. */
function bundledLicences(): Plugin {
  return {
    name: 'bundled-licences',
    generateBundle() {
      const source = licencesText(bundledPackages(this.getModuleIds()))
      this.emitFile({ type: 'asset', fileName: 'licences.txt', source })
    },
  }
}

export default defineConfig({
  base: '/dashboard/',
  plugins: [react(), bundledLicences()],
  build: {
    // Where the service looks, in a clone and in its package.
    outDir: '../server/site/dashboard',
    emptyOutDir: true,
    target: 'es2022',
    // The content policy of the pages allows files of this service, and no data: or inline text.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    chunkSizeWarningLimit: 600,
    // The service finds what the first page loads, and the tests measure it.
    manifest: 'manifest.json',
  },
  server: { proxy: { '/v1': { target: SERVICE, changeOrigin: false } } },
})

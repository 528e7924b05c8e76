import type { Untrusted } from './devtools.ts'

/** Parameters of Emulation.setUserAgentOverride: the same version as a desktop browser of a person, headers and script alike. */
export function personalUserAgent(headless: string): Untrusted {
  const version = /Chrome\/(\d+)/.exec(headless)?.[1] ?? '140'
  const brand = (name: string, version: string) => ({ brand: name, version })
  const brands = [brand('Chromium', version), brand('Google Chrome', version), brand('Not_A Brand', '24')]
  return {
    userAgent: `Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${version}.0.0.0 Safari/537.36`,
    acceptLanguage: 'en-US,en;q=0.9',
    platform: 'Win32',
    userAgentMetadata: {
      brands,
      fullVersionList: brands.map(({ brand: name, version }) => brand(name, `${version}.0.0.0`)),
      platform: 'Windows',
      platformVersion: '15.0.0',
      architecture: 'x86',
      bitness: '64',
      model: '',
      mobile: false,
    },
  }
}

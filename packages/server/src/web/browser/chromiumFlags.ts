/** Features that talk to their maker, or to the machine, of their own accord. */
const DISABLED_FEATURES = [
  ...['Translate', 'OptimizationHints', 'MediaRouter', 'DialMediaRouteProvider', 'AutofillServerCommunication'],
  ...[
    'InterestFeedContentSuggestions',
    'CertificateTransparencyComponentUpdater',
    'AcceptCHFrame',
    'GlobalMediaControls',
  ],
  ...['SafeBrowsingAsyncRealTimeCheck', 'NetworkTimeServiceQuerying', 'WebBluetooth', 'HttpsUpgrades'],
  // The browser's own pages, which are never looked at here: without them it starts in a third of the time.
  ...[
    'WebUIOmniboxPopup',
    'WebUIOmniboxAimPopup',
    'WebUIOmniboxFullPopup',
    'AimEnabled',
    'OptimizationGuideOnDeviceModel',
    'OptimizationGuideModelExecution',
    'OnDeviceModelService',
    'AIPromptAPI',
    'WebMachineLearningNeuralNetwork',
    'SpareRendererForSitePerProcess',
  ],
]

/**
 * Command line of a Chromium that reaches the world by our proxy alone.
 *
 * The proxy takes loopback names too (`<-loopback>` removes the rule that leaves them out); names are resolved by it and never
 * here; QUIC and WebRTC, which know no proxy, are off.
 */
export function chromiumFlags(options: { folder: string; proxyUrl: string; unsandboxed: boolean }): string[] {
  const { folder, proxyUrl, unsandboxed } = options
  return [
    ...['--headless', '--remote-debugging-pipe', '--no-startup-window', `--user-data-dir=${folder}/profile`],
    ...[`--disk-cache-dir=${folder}/cache`, '--disk-cache-size=33554432'],
    ...[`--proxy-server=${proxyUrl}`, '--proxy-bypass-list=<-loopback>'],
    `--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE ${new URL(proxyUrl).hostname}`,
    ...['--disable-quic', '--disable-http2-alternative-services', '--dns-prefetch-disable', '--disable-async-dns'],
    ...[
      '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
      '--webrtc-ip-handling-policy=disable_non_proxied_udp',
    ],
    ...['--disable-background-networking', '--disable-component-update', '--disable-sync', '--disable-default-apps'],
    ...['--disable-domain-reliability', '--disable-field-trial-config', '--disable-client-side-phishing-detection'],
    ...['--disable-breakpad', '--metrics-recording-only', '--no-pings'],
    ...[
      '--no-first-run',
      '--no-default-browser-check',
      '--no-service-autorun',
      '--disable-search-engine-choice-screen',
    ],
    ...['--disable-extensions', '--disable-component-extensions-with-background-pages', '--disable-plugins-discovery'],
    ...[
      '--password-store=basic',
      '--use-mock-keychain',
      '--disable-print-preview',
      '--mute-audio',
      '--disable-speech-api',
    ],
    ...[
      '--disable-gpu',
      '--disable-software-rasterizer',
      '--disable-3d-apis',
      '--disable-dev-shm-usage',
      '--window-size=1280,800',
      '--lang=en-US',
    ],
    // A page that asks whether it is being driven by a program behaves for as long as it is.
    '--disable-blink-features=AutomationControlled',
    // Hostile pages of one scan need no protection from each other, and every process costs 60 MB.
    ...['--disable-site-isolation-trials', '--renderer-process-limit=3', '--js-flags=--max-old-space-size=512'],
    `--disable-features=IsolateOrigins,site-per-process,${DISABLED_FEATURES.join()}`,
    ...(unsandboxed ? ['--no-sandbox'] : []),
  ]
}

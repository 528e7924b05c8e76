const STORES =
  /^https:\/\/(?:(?:apps|itunes)\.apple\.com|play\.google\.com\/store|appgallery\.huawei\.com|(?:galaxystore|apps)\.samsung\.com)(?:[/?#]|$)/

/** Whether an address is one of a shop of programs, where codes of honest pages lead. What leads on to one is looked at. */
export function isStore(url: string): boolean {
  return STORES.test(URL.parse(url)?.href ?? '')
}

import { inkOn } from '../shared/colours.ts'

type Look = { color: string; position: 'LEFT' | 'RIGHT'; zIndex: number }

/**
 * Rules of the shadow root. Important rules of `:host` win over every rule of the page. Sizes are shares of the viewport that fixed elements
 * are placed in, not `vw` and `vh`, which a page with `zoom` would multiply.
 */
export function toStyles({ color, position, zIndex }: Look): string {
  const side = position === 'LEFT' ? 'left' : 'right'
  return `:host{all:initial!important;position:fixed!important;inset:auto!important;width:0!important;height:0!important;overflow:visible!important;display:block!important;z-index:${zIndex}!important;color-scheme:light dark}
:host([hidden]){display:none!important}
*{box-sizing:border-box}
button,p{position:fixed;${side}:20px;bottom:20px;margin:0;font:500 15px/20px system-ui,sans-serif}
button{display:flex;align-items:center;justify-content:center;gap:8px;min-width:56px;height:56px;padding:0 15px;border:1px solid transparent;border-radius:28px;background:${color};color:${inkOn(color)};cursor:pointer;box-shadow:0 0 0 1px #1c1a1712,0 12px 32px #1c1a1740,0 2px 8px #1c1a1733}
button:focus-visible{outline:3px solid ${inkOn(color)};outline-offset:-6px}
button[hidden],p:empty{display:none}
svg{width:26px;height:26px;flex:none;fill:none;stroke:currentColor;stroke-width:1.75;stroke-linecap:round;stroke-linejoin:round}
b{position:absolute;top:-4px;inset-inline-end:-4px;min-width:22px;padding:0 6px;border:1px solid #fff;border-radius:11px;background:#b3241f;color:#fff;font:600 12px/20px system-ui,sans-serif}
b:empty{display:none}
p{bottom:88px;max-width:280px;padding:10px 14px;border-radius:12px;background:#1c1a17;color:#fff;font-weight:400}
div{position:fixed;${side}:20px;bottom:92px;width:0;height:0;overflow:hidden;visibility:hidden;border-radius:18px;background:light-dark(#fff,#181716)}
div.open{width:min(384px,calc(100% - 40px));height:min(680px,calc(100% - 112px));visibility:visible;box-shadow:0 0 0 1px #1c1a1724,0 16px 48px #1c1a1740,0 2px 8px #1c1a171f}
div.preview{width:min(300px,calc(100% - 40px));visibility:visible;border-radius:16px;box-shadow:0 0 0 1px #1c1a171f,0 4px 16px #1c1a1726}
div.whole{inset:0;width:100%;height:100%;border-radius:0;box-shadow:none}
iframe{display:block;width:100%;height:100%;border:0;color-scheme:light dark}
i{position:fixed;visibility:hidden;pointer-events:none;width:0;height:0;padding:env(safe-area-inset-top,0px) env(safe-area-inset-right,0px) env(safe-area-inset-bottom,0px) env(safe-area-inset-left,0px)}
@media (prefers-reduced-motion:no-preference){div.open:not(.whole){animation:in 160ms cubic-bezier(.2,0,0,1)}}
@keyframes in{from{opacity:0;transform:translateY(8px)}}
@media (forced-colors:active){button,div,b{border-color:ButtonText}div.open{border:1px solid}}
@media print{:host{display:none!important}}`
}

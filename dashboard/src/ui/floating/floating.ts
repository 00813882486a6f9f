/** All components built with Ariakit. Only this folder imports it. */
export { DatePopup } from './date-popup.tsx'
export { MenuPopup } from './menu-popup.tsx'
export { PickerPopup } from './picker-popup.tsx'
export { SelectPopup } from './select-popup.tsx'
export { TooltipPopup } from './tooltip-popup.tsx'

import { themeColors, themeStorageKey } from './theme.ts';

/**
 * Runs in the head before the first paint, so that a stored theme never flashes [P8]. It also
 * marks whether a session is expected, which decides the layout of the top bar.
 *
 * A browser's first format takes a slow phone about 50 ms, and every page of a member needs one:
 * here it is created while the style sheet is loading.
 */
export const themeScript = `(function(){try{var r=document.documentElement,t=localStorage.getItem('${themeStorageKey}');
if(t==='light'||t==='dark'){r.dataset.theme=t;var c=${JSON.stringify(themeColors)}[t];
document.querySelectorAll('meta[name="theme-color"]').forEach(function(m){m.content=c})}
if(/(^|; )kindpal_signed_in=1/.test(document.cookie)){r.dataset.expects='member';new Intl.DateTimeFormat('en-US')}}catch(e){}})()`;

import { INVITE_ALPHABET, INVITE_LENGTH } from '@kindpal/contract/invite/rules';
import { SIGN_UP_DRAFT_KEY } from './sign-up-draft-key.ts';

/**
 * Runs in the head before the first paint: the server never sees the code of an invite link, so
 * only the browser knows which greeting to show. A reload finds the code in the draft. I, L and O
 * count as the digits that they look like. [U1]
 */
export const invitedScript = `(function(){try{if(!/^\\/join\\/?$/.test(location.pathname))return;
var c=new URLSearchParams(location.hash.slice(1)).get('code')||(JSON.parse(sessionStorage.getItem('${SIGN_UP_DRAFT_KEY}'))||{}).code||'';
if(/^[${INVITE_ALPHABET}ILO]{${INVITE_LENGTH}}$/i.test(c.replace(/[\\s\\u2010-\\u2015-]/g,'')))document.documentElement.dataset.invited=''}catch(e){}})()`;

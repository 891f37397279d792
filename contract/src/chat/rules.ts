/** The longest message, in UTF-16 code units. [M1] */
export const MESSAGE_MAX = 4000;

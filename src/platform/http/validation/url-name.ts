/**
 * Letters, digits and other characters that need no encoding in a URL path. `.` and `..` are
 * excluded because clients resolve them.
 */
export const URL_NAME = /^(?!\.{1,2}$)[A-Za-z0-9\-_.~!*'()]+$/;
export const URL_NAME_WANTED = "made of letters, digits and - _ . ~ ! * ' ( ), and not . or ..";

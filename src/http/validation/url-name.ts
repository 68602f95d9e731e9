/**
 * Letters, digits and what else a URL path carries as it is; `.` and `..` are not names but
 * directions.
 */
export const URL_NAME = /^(?!\.{1,2}$)[A-Za-z0-9\-_.~!*'()]+$/;
export const URL_NAME_WANTED = "made of letters, digits and - _ . ~ ! * ' ( ), and not . or ..";

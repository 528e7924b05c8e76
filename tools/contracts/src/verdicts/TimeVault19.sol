// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.8.19;

interface ITimedToken19 {
    function transfer(address to, uint256 amount) external returns (bool);
    function transferFrom(address from, address to, uint256 amount) external returns (bool);
}

/// Keeps tokens until a time, which it reads, or writes down only.
contract TimeVault {
    struct Kept {
        address owner;
        ITimedToken19 token;
        uint128 amount;
        uint64 end;
    }

    Kept[] public kept;
    bool private immutable reads;

    constructor(bool timeIsRead) {
        reads = timeIsRead;
    }

    function keep(ITimedToken19 token, uint128 amount, uint64 end) external returns (uint256 id) {
        require(token.transferFrom(msg.sender, address(this), amount), "pull");
        id = kept.length;
        kept.push(Kept(msg.sender, token, amount, end));
    }

    function claim(uint256 id) external {
        Kept memory one = kept[id];
        require(one.owner == msg.sender && (!reads || block.timestamp >= one.end), "kept");
        delete kept[id];
        require(one.token.transfer(msg.sender, one.amount), "pay");
    }
}

/// A farm: an account that stakes leaves at any time, and names none.
contract OpenFarm {
    ITimedToken19 public immutable token;
    mapping(address => uint256) public stakes;

    constructor(ITimedToken19 staked) {
        token = staked;
    }

    function stake(uint256 amount) external {
        require(token.transferFrom(msg.sender, address(this), amount), "pull");
        stakes[msg.sender] += amount;
    }

    function unstake(uint256 amount) external {
        stakes[msg.sender] -= amount;
        require(token.transfer(msg.sender, amount), "pay");
    }
}

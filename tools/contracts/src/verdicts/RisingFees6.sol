// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.6.12;

interface ICoin {
    function transfer(address, uint256) external returns (bool);
    function transferFrom(address, address, uint256) external returns (bool);
}

// Coins of a pool whose price for leaving, in parts of a thousand, may rise by so much in one call.
contract SteppedPrice {
    ICoin public coin;
    address public steward = msg.sender;
    uint256 public step;
    uint256 public most;
    uint256 public price = 5;
    mapping(address => uint256) public owed;

    constructor(ICoin coin_, uint256 step_, uint256 most_) public {
        (coin, step, most) = (coin_, step_, most_);
    }

    function enter(uint256 amount) external {
        owed[msg.sender] += amount;
        require(coin.transferFrom(msg.sender, address(this), amount), "unpaid");
    }

    function exit() external {
        uint256 amount = owed[msg.sender];
        owed[msg.sender] = 0;
        require(coin.transfer(msg.sender, amount - (amount * price) / 1000), "unpaid");
    }

    function reprice(uint256 next) external {
        require(msg.sender == steward && next <= price + step && next <= most);
        price = next;
    }
}

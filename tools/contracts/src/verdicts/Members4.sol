// SPDX-License-Identifier: Apache-2.0
pragma solidity 0.4.26;

contract Token4m {
    function transfer(address, uint256) public returns (bool);
    function transferFrom(address, address, uint256) public returns (bool);
}

/// @title A bank of coins: what members keep here is lent against a token.
contract CoinBank {
    event Moved(address who, uint256 n);

    Token4m pledgeToken;
    uint256 perCoin;
    mapping(address => uint256) public savings;
    mapping(address => uint256) public pledged;
    mapping(address => uint256) public owed;

    constructor(address token, uint256 rate) public {
        pledgeToken = Token4m(token);
        perCoin = rate;
    }

    function save() public payable {
        emit Moved(msg.sender, msg.value);
        savings[msg.sender] += msg.value;
    }

    function take(uint256 n) public {
        emit Moved(msg.sender, n);
        require(savings[msg.sender] >= n);
        savings[msg.sender] -= n;
        msg.sender.transfer(n);
    }

    /// The same, to another account.
    function send(address to, uint256 n) public {
        emit Moved(msg.sender, n);
        require(savings[msg.sender] >= n);
        savings[msg.sender] -= n;
        to.transfer(n);
    }

    function lend(uint256 n) public {
        emit Moved(msg.sender, n);
        require(pledgeToken.transferFrom(msg.sender, this, n * perCoin * 2 / 1 ether));
        pledged[msg.sender] += n * perCoin * 2 / 1 ether;
        owed[msg.sender] += n;
        msg.sender.transfer(n);
    }

    function repay() public payable {
        emit Moved(msg.sender, msg.value);
        require(msg.value == owed[msg.sender]);
        uint256 back = pledged[msg.sender];
        owed[msg.sender] = 0;
        pledged[msg.sender] = 0;
        require(pledgeToken.transfer(msg.sender, back));
    }
}

/// @title The same, with a key that no getter names.
contract KeyedCoinBank is CoinBank {
    bytes32 clerk;

    constructor(address token, uint256 rate, bytes32 hash) public CoinBank(token, rate) {
        clerk = hash;
    }

    function settle(address to, uint256 n) public {
        emit Moved(msg.sender, n);
        require(keccak256(abi.encodePacked(msg.sender)) == clerk);
        to.transfer(n);
    }
}
